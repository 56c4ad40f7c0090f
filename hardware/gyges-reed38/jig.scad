// drilling jig: ring of 32 mm, 4 bores of 4.2 mm
// Made by python -m underboard.hardware from firmware/layouts/gyges-reed38.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([44, 44, 12]);
    }
    translate([22, 22, 5]) cylinder(d = 32.3, h = 12);
    translate([22, 22, -1]) rotate([0, 0, 0]) translate([8, 0, 0]) cylinder(d = 4.2, h = 7);
    translate([22, 22, -1]) rotate([0, 0, 90]) translate([8, 0, 0]) cylinder(d = 4.2, h = 7);
    translate([22, 22, -1]) rotate([0, 0, 180]) translate([8, 0, 0]) cylinder(d = 4.2, h = 7);
    translate([22, 22, -1]) rotate([0, 0, 270]) translate([8, 0, 0]) cylinder(d = 4.2, h = 7);
}
