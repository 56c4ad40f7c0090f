// drilling jig: ball of 20 mm, bore 4.2 mm from below
// Made by python -m underboard.hardware from firmware/layouts/apagos-reed36.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([36, 36, 16]);
    }
    translate([18, 18, 16]) sphere(d = 20.3, $fn = 96);
    translate([18, 18, -1]) cylinder(d = 4.2, h = 16);
}
