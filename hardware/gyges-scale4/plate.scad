// plate, birch plywood 9 mm
// Made by python -m underboard.hardware from firmware/layouts/gyges-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([300, 390, 9]);
    }
    translate([35, 40, -1]) cylinder(d = 3.3, h = 11);
    translate([265, 40, -1]) cylinder(d = 3.3, h = 11);
    translate([265, 350, -1]) cylinder(d = 3.3, h = 11);
    translate([35, 350, -1]) cylinder(d = 3.3, h = 11);
    translate([50, 95, -1]) cylinder(d = 15, h = 11);
    translate([90, 95, -1]) cylinder(d = 15, h = 11);
    translate([130, 95, -1]) cylinder(d = 15, h = 11);
    translate([170, 95, -1]) cylinder(d = 15, h = 11);
    translate([210, 95, -1]) cylinder(d = 15, h = 11);
    translate([250, 95, -1]) cylinder(d = 15, h = 11);
    translate([250, 135, -1]) cylinder(d = 15, h = 11);
    translate([210, 135, -1]) cylinder(d = 15, h = 11);
    translate([170, 135, -1]) cylinder(d = 15, h = 11);
    translate([130, 135, -1]) cylinder(d = 15, h = 11);
    translate([90, 135, -1]) cylinder(d = 15, h = 11);
    translate([50, 135, -1]) cylinder(d = 15, h = 11);
    translate([50, 175, -1]) cylinder(d = 15, h = 11);
    translate([90, 175, -1]) cylinder(d = 15, h = 11);
    translate([130, 175, -1]) cylinder(d = 15, h = 11);
    translate([170, 175, -1]) cylinder(d = 15, h = 11);
    translate([210, 175, -1]) cylinder(d = 15, h = 11);
    translate([250, 175, -1]) cylinder(d = 15, h = 11);
    translate([250, 215, -1]) cylinder(d = 15, h = 11);
    translate([210, 215, -1]) cylinder(d = 15, h = 11);
    translate([170, 215, -1]) cylinder(d = 15, h = 11);
    translate([130, 215, -1]) cylinder(d = 15, h = 11);
    translate([90, 215, -1]) cylinder(d = 15, h = 11);
    translate([50, 215, -1]) cylinder(d = 15, h = 11);
    translate([50, 255, -1]) cylinder(d = 15, h = 11);
    translate([90, 255, -1]) cylinder(d = 15, h = 11);
    translate([130, 255, -1]) cylinder(d = 15, h = 11);
    translate([170, 255, -1]) cylinder(d = 15, h = 11);
    translate([210, 255, -1]) cylinder(d = 15, h = 11);
    translate([250, 255, -1]) cylinder(d = 15, h = 11);
    translate([250, 295, -1]) cylinder(d = 15, h = 11);
    translate([210, 295, -1]) cylinder(d = 15, h = 11);
    translate([170, 295, -1]) cylinder(d = 15, h = 11);
    translate([130, 295, -1]) cylinder(d = 15, h = 11);
    translate([90, 295, -1]) cylinder(d = 15, h = 11);
    translate([50, 295, -1]) cylinder(d = 15, h = 11);
    translate([150, 335, -1]) cylinder(d = 15, h = 11);
    translate([150, 55, -1]) cylinder(d = 15, h = 11);
}
