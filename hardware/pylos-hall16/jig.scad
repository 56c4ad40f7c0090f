// drilling jig: ball of 30 mm, bore 5.2 mm from below
// Made by python -m underboard.hardware from firmware/layouts/pylos-hall16.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([46, 46, 21]);
    }
    translate([23, 23, 21]) sphere(d = 30.3, $fn = 96);
    translate([23, 23, -1]) cylinder(d = 5.2, h = 21);
}
