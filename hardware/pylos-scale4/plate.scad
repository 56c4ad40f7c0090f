// plate, birch plywood 9 mm
// Made by python -m underboard.hardware from firmware/layouts/pylos-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([250, 250, 9]);
    }
    translate([45, 45, -1]) cylinder(d = 3.3, h = 11);
    translate([205, 45, -1]) cylinder(d = 3.3, h = 11);
    translate([205, 205, -1]) cylinder(d = 3.3, h = 11);
    translate([45, 205, -1]) cylinder(d = 3.3, h = 11);
    translate([80, 80, -1]) cylinder(d = 11, h = 11);
    translate([110, 80, -1]) cylinder(d = 11, h = 11);
    translate([140, 80, -1]) cylinder(d = 11, h = 11);
    translate([170, 80, -1]) cylinder(d = 11, h = 11);
    translate([170, 110, -1]) cylinder(d = 11, h = 11);
    translate([140, 110, -1]) cylinder(d = 11, h = 11);
    translate([110, 110, -1]) cylinder(d = 11, h = 11);
    translate([80, 110, -1]) cylinder(d = 11, h = 11);
    translate([80, 140, -1]) cylinder(d = 11, h = 11);
    translate([110, 140, -1]) cylinder(d = 11, h = 11);
    translate([140, 140, -1]) cylinder(d = 11, h = 11);
    translate([170, 140, -1]) cylinder(d = 11, h = 11);
    translate([170, 170, -1]) cylinder(d = 11, h = 11);
    translate([140, 170, -1]) cylinder(d = 11, h = 11);
    translate([110, 170, -1]) cylinder(d = 11, h = 11);
    translate([80, 170, -1]) cylinder(d = 11, h = 11);
    translate([95, 155, -1]) cylinder(d = 8, h = 11);
    translate([125, 155, -1]) cylinder(d = 8, h = 11);
    translate([155, 155, -1]) cylinder(d = 8, h = 11);
    translate([155, 125, -1]) cylinder(d = 8, h = 11);
    translate([125, 125, -1]) cylinder(d = 8, h = 11);
    translate([95, 125, -1]) cylinder(d = 8, h = 11);
    translate([95, 95, -1]) cylinder(d = 8, h = 11);
    translate([125, 95, -1]) cylinder(d = 8, h = 11);
    translate([155, 95, -1]) cylinder(d = 8, h = 11);
}
