// plate, birch plywood 9 mm
// Made by python -m underboard.hardware from firmware/layouts/pylos-scale4-rim.json: change that,
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
}
