// lid of one pod: light, step, lock
// Made by python -m underboard.hardware from firmware/layouts/pods12.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([70, 50, 2]);
        translate([2.3, 2.3, 2]) cube([65.4, 45.4, 2]);
    }
    translate([35, 35, -1]) cylinder(d = 5, h = 6);
    translate([23, 15, -1]) cylinder(d = 12, h = 6);
    translate([47, 15, -1]) cylinder(d = 12, h = 6);
}
