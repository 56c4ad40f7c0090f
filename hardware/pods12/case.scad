// case of one pod, open above
// Made by python -m underboard.hardware from firmware/layouts/pods12.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([70, 50, 26]);
    }
    translate([2, 2, 2]) cube([66, 46, 26]);
    translate([26.8, -1, 4]) cube([16.4, 4, 13.6]);
}
