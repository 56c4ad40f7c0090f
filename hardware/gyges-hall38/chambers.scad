// white walls between cells
// Made by python -m underboard.hardware from firmware/layouts/gyges-hall38.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([241.6, 337.6, 19]);
    }
    translate([1.6, 49.6, -1]) cube([38.4, 38.4, 21]);
    translate([41.6, 49.6, -1]) cube([38.4, 38.4, 21]);
    translate([81.6, 49.6, -1]) cube([38.4, 38.4, 21]);
    translate([121.6, 49.6, -1]) cube([38.4, 38.4, 21]);
    translate([161.6, 49.6, -1]) cube([38.4, 38.4, 21]);
    translate([201.6, 49.6, -1]) cube([38.4, 38.4, 21]);
    translate([1.6, 89.6, -1]) cube([38.4, 38.4, 21]);
    translate([41.6, 89.6, -1]) cube([38.4, 38.4, 21]);
    translate([81.6, 89.6, -1]) cube([38.4, 38.4, 21]);
    translate([121.6, 89.6, -1]) cube([38.4, 38.4, 21]);
    translate([161.6, 89.6, -1]) cube([38.4, 38.4, 21]);
    translate([201.6, 89.6, -1]) cube([38.4, 38.4, 21]);
    translate([1.6, 129.6, -1]) cube([38.4, 38.4, 21]);
    translate([41.6, 129.6, -1]) cube([38.4, 38.4, 21]);
    translate([81.6, 129.6, -1]) cube([38.4, 38.4, 21]);
    translate([121.6, 129.6, -1]) cube([38.4, 38.4, 21]);
    translate([161.6, 129.6, -1]) cube([38.4, 38.4, 21]);
    translate([201.6, 129.6, -1]) cube([38.4, 38.4, 21]);
    translate([1.6, 169.6, -1]) cube([38.4, 38.4, 21]);
    translate([41.6, 169.6, -1]) cube([38.4, 38.4, 21]);
    translate([81.6, 169.6, -1]) cube([38.4, 38.4, 21]);
    translate([121.6, 169.6, -1]) cube([38.4, 38.4, 21]);
    translate([161.6, 169.6, -1]) cube([38.4, 38.4, 21]);
    translate([201.6, 169.6, -1]) cube([38.4, 38.4, 21]);
    translate([1.6, 209.6, -1]) cube([38.4, 38.4, 21]);
    translate([41.6, 209.6, -1]) cube([38.4, 38.4, 21]);
    translate([81.6, 209.6, -1]) cube([38.4, 38.4, 21]);
    translate([121.6, 209.6, -1]) cube([38.4, 38.4, 21]);
    translate([161.6, 209.6, -1]) cube([38.4, 38.4, 21]);
    translate([201.6, 209.6, -1]) cube([38.4, 38.4, 21]);
    translate([1.6, 249.6, -1]) cube([38.4, 38.4, 21]);
    translate([41.6, 249.6, -1]) cube([38.4, 38.4, 21]);
    translate([81.6, 249.6, -1]) cube([38.4, 38.4, 21]);
    translate([121.6, 249.6, -1]) cube([38.4, 38.4, 21]);
    translate([161.6, 249.6, -1]) cube([38.4, 38.4, 21]);
    translate([201.6, 249.6, -1]) cube([38.4, 38.4, 21]);
    translate([101.6, 297.6, -1]) cube([38.4, 38.4, 21]);
    translate([101.6, 1.6, -1]) cube([38.4, 38.4, 21]);
}
