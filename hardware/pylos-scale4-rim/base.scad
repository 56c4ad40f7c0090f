// base, plywood 12 mm
// Made by python -m underboard.hardware from firmware/layouts/pylos-scale4-rim.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([276, 276, 12]);
    }
    translate([120.5, 58, -1]) cylinder(d = 5.2, h = 14);
    translate([105.5, 58, -1]) cylinder(d = 5.2, h = 14);
    translate([155.5, 58, -1]) cylinder(d = 5.2, h = 14);
    translate([170.5, 58, -1]) cylinder(d = 5.2, h = 14);
    translate([155.5, 218, -1]) cylinder(d = 5.2, h = 14);
    translate([170.5, 218, -1]) cylinder(d = 5.2, h = 14);
    translate([120.5, 218, -1]) cylinder(d = 5.2, h = 14);
    translate([105.5, 218, -1]) cylinder(d = 5.2, h = 14);
    translate([58, 58, -1]) cylinder(d = 3.3, h = 14);
    translate([218, 58, -1]) cylinder(d = 3.3, h = 14);
    translate([218, 218, -1]) cylinder(d = 3.3, h = 14);
    translate([58, 218, -1]) cylinder(d = 3.3, h = 14);
    translate([23, 23, -1]) cylinder(d = 3.3, h = 14);
    translate([253, 23, -1]) cylinder(d = 3.3, h = 14);
    translate([253, 253, -1]) cylinder(d = 3.3, h = 14);
    translate([23, 253, -1]) cylinder(d = 3.3, h = 14);
    translate([138, 138, -1]) cylinder(d = 3.3, h = 14);
}
