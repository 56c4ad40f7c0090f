// one side of the rim that carries a strip of pixels; four of them
// Made by python -m underboard.hardware from firmware/layouts/apagos-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([416, 16, 8]);
    }
    translate([-1, 2, 2]) cube([418, 12, 8]);
}
