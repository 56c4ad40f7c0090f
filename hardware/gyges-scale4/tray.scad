// tray: holds the game's own board; measure yours first
// Made by python -m underboard.hardware from firmware/layouts/gyges-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        translate([-3, -3, 0]) cube([256.6, 336.6, 4]);
    }
    translate([0, 0, -1]) cube([250.6, 330.6, 6]);
}
