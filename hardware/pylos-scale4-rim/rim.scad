// one side of the rim that carries a strip of pixels; four of them
// Made by python -m underboard.hardware from firmware/layouts/pylos-scale4-rim.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([276, 16, 8]);
    }
    translate([-1, 2, 2]) cube([278, 12, 8]);
}
