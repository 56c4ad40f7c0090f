// plate, birch plywood 9 mm
// Made by python -m underboard.hardware from firmware/layouts/apagos-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([390, 300, 9]);
    }
    translate([40, 35, -1]) cylinder(d = 3.3, h = 11);
    translate([350, 35, -1]) cylinder(d = 3.3, h = 11);
    translate([350, 265, -1]) cylinder(d = 3.3, h = 11);
    translate([40, 265, -1]) cylinder(d = 3.3, h = 11);
}
