// base, plywood 12 mm
// Made by python -m underboard.hardware from firmware/layouts/gyges-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([326, 416, 12]);
    }
    translate([110.5, 53, -1]) cylinder(d = 5.2, h = 14);
    translate([95.5, 53, -1]) cylinder(d = 5.2, h = 14);
    translate([215.5, 53, -1]) cylinder(d = 5.2, h = 14);
    translate([230.5, 53, -1]) cylinder(d = 5.2, h = 14);
    translate([215.5, 363, -1]) cylinder(d = 5.2, h = 14);
    translate([230.5, 363, -1]) cylinder(d = 5.2, h = 14);
    translate([110.5, 363, -1]) cylinder(d = 5.2, h = 14);
    translate([95.5, 363, -1]) cylinder(d = 5.2, h = 14);
    translate([48, 53, -1]) cylinder(d = 3.3, h = 14);
    translate([278, 53, -1]) cylinder(d = 3.3, h = 14);
    translate([278, 363, -1]) cylinder(d = 3.3, h = 14);
    translate([48, 363, -1]) cylinder(d = 3.3, h = 14);
    translate([23, 23, -1]) cylinder(d = 3.3, h = 14);
    translate([303, 23, -1]) cylinder(d = 3.3, h = 14);
    translate([303, 393, -1]) cylinder(d = 3.3, h = 14);
    translate([23, 393, -1]) cylinder(d = 3.3, h = 14);
    translate([163, 208, -1]) cylinder(d = 3.3, h = 14);
}
