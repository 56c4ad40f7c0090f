// white walls between cells
// Made by python -m underboard.hardware from firmware/layouts/gyges-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([241.6, 321.6, 15]);
    }
    translate([1.6, 41.6, -1]) cube([38.4, 38.4, 17]);
    translate([41.6, 41.6, -1]) cube([38.4, 38.4, 17]);
    translate([81.6, 41.6, -1]) cube([38.4, 38.4, 17]);
    translate([121.6, 41.6, -1]) cube([38.4, 38.4, 17]);
    translate([161.6, 41.6, -1]) cube([38.4, 38.4, 17]);
    translate([201.6, 41.6, -1]) cube([38.4, 38.4, 17]);
    translate([1.6, 81.6, -1]) cube([38.4, 38.4, 17]);
    translate([41.6, 81.6, -1]) cube([38.4, 38.4, 17]);
    translate([81.6, 81.6, -1]) cube([38.4, 38.4, 17]);
    translate([121.6, 81.6, -1]) cube([38.4, 38.4, 17]);
    translate([161.6, 81.6, -1]) cube([38.4, 38.4, 17]);
    translate([201.6, 81.6, -1]) cube([38.4, 38.4, 17]);
    translate([1.6, 121.6, -1]) cube([38.4, 38.4, 17]);
    translate([41.6, 121.6, -1]) cube([38.4, 38.4, 17]);
    translate([81.6, 121.6, -1]) cube([38.4, 38.4, 17]);
    translate([121.6, 121.6, -1]) cube([38.4, 38.4, 17]);
    translate([161.6, 121.6, -1]) cube([38.4, 38.4, 17]);
    translate([201.6, 121.6, -1]) cube([38.4, 38.4, 17]);
    translate([1.6, 161.6, -1]) cube([38.4, 38.4, 17]);
    translate([41.6, 161.6, -1]) cube([38.4, 38.4, 17]);
    translate([81.6, 161.6, -1]) cube([38.4, 38.4, 17]);
    translate([121.6, 161.6, -1]) cube([38.4, 38.4, 17]);
    translate([161.6, 161.6, -1]) cube([38.4, 38.4, 17]);
    translate([201.6, 161.6, -1]) cube([38.4, 38.4, 17]);
    translate([1.6, 201.6, -1]) cube([38.4, 38.4, 17]);
    translate([41.6, 201.6, -1]) cube([38.4, 38.4, 17]);
    translate([81.6, 201.6, -1]) cube([38.4, 38.4, 17]);
    translate([121.6, 201.6, -1]) cube([38.4, 38.4, 17]);
    translate([161.6, 201.6, -1]) cube([38.4, 38.4, 17]);
    translate([201.6, 201.6, -1]) cube([38.4, 38.4, 17]);
    translate([1.6, 241.6, -1]) cube([38.4, 38.4, 17]);
    translate([41.6, 241.6, -1]) cube([38.4, 38.4, 17]);
    translate([81.6, 241.6, -1]) cube([38.4, 38.4, 17]);
    translate([121.6, 241.6, -1]) cube([38.4, 38.4, 17]);
    translate([161.6, 241.6, -1]) cube([38.4, 38.4, 17]);
    translate([201.6, 241.6, -1]) cube([38.4, 38.4, 17]);
    translate([101.6, 281.6, -1]) cube([38.4, 38.4, 17]);
    translate([101.6, 1.6, -1]) cube([38.4, 38.4, 17]);
}
