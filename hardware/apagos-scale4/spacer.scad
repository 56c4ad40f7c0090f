// spacer under the fixed end of a load cell; four of them
// Made by python -m underboard.hardware from firmware/layouts/apagos-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([26, 12.7, 6]);
    }
    translate([5, 6.35, -1]) cylinder(d = 5.2, h = 8);
    translate([20, 6.35, -1]) cylinder(d = 5.2, h = 8);
}
