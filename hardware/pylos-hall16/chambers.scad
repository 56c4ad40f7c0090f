// white walls between cells, tubes round pixels in gaps
// Made by python -m underboard.hardware from firmware/layouts/pylos-hall16.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        difference() {     union() {         cube([121.6, 121.6, 12]);     }     translate([1.6, 1.6, -1]) cube([28.4, 28.4, 14]);     translate([31.6, 1.6, -1]) cube([28.4, 28.4, 14]);     translate([61.6, 1.6, -1]) cube([28.4, 28.4, 14]);     translate([91.6, 1.6, -1]) cube([28.4, 28.4, 14]);     translate([91.6, 31.6, -1]) cube([28.4, 28.4, 14]);     translate([61.6, 31.6, -1]) cube([28.4, 28.4, 14]);     translate([31.6, 31.6, -1]) cube([28.4, 28.4, 14]);     translate([1.6, 31.6, -1]) cube([28.4, 28.4, 14]);     translate([1.6, 61.6, -1]) cube([28.4, 28.4, 14]);     translate([31.6, 61.6, -1]) cube([28.4, 28.4, 14]);     translate([61.6, 61.6, -1]) cube([28.4, 28.4, 14]);     translate([91.6, 61.6, -1]) cube([28.4, 28.4, 14]);     translate([91.6, 91.6, -1]) cube([28.4, 28.4, 14]);     translate([61.6, 91.6, -1]) cube([28.4, 28.4, 14]);     translate([31.6, 91.6, -1]) cube([28.4, 28.4, 14]);     translate([1.6, 91.6, -1]) cube([28.4, 28.4, 14]); } 
        translate([30.8, 90.8, 0]) cylinder(d = 10, h = 12);
        translate([60.8, 90.8, 0]) cylinder(d = 10, h = 12);
        translate([90.8, 90.8, 0]) cylinder(d = 10, h = 12);
        translate([90.8, 60.8, 0]) cylinder(d = 10, h = 12);
        translate([60.8, 60.8, 0]) cylinder(d = 10, h = 12);
        translate([30.8, 60.8, 0]) cylinder(d = 10, h = 12);
        translate([30.8, 30.8, 0]) cylinder(d = 10, h = 12);
        translate([60.8, 30.8, 0]) cylinder(d = 10, h = 12);
        translate([90.8, 30.8, 0]) cylinder(d = 10, h = 12);
    }
    translate([30.8, 90.8, -1]) cylinder(d = 8.4, h = 14);
    translate([60.8, 90.8, -1]) cylinder(d = 8.4, h = 14);
    translate([90.8, 90.8, -1]) cylinder(d = 8.4, h = 14);
    translate([90.8, 60.8, -1]) cylinder(d = 8.4, h = 14);
    translate([60.8, 60.8, -1]) cylinder(d = 8.4, h = 14);
    translate([30.8, 60.8, -1]) cylinder(d = 8.4, h = 14);
    translate([30.8, 30.8, -1]) cylinder(d = 8.4, h = 14);
    translate([60.8, 30.8, -1]) cylinder(d = 8.4, h = 14);
    translate([90.8, 30.8, -1]) cylinder(d = 8.4, h = 14);
}
