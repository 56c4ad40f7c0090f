// tray: holds the game's own board; measure yours first
// Made by python -m underboard.hardware from firmware/layouts/pylos-scale4-rim.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        translate([-3, -3, 0]) cube([144.6, 144.6, 4]);
    }
    translate([0, 0, -1]) cube([138.6, 138.6, 6]);
}
