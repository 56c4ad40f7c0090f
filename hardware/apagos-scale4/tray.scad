// tray: holds the game's own board; measure yours first
// Made by python -m underboard.hardware from firmware/layouts/apagos-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        translate([-3, -3, 0]) cube([344.6, 226.6, 4]);
    }
    translate([0, 0, -1]) cube([338.6, 220.6, 6]);
}
