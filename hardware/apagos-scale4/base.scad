// base, plywood 12 mm
// Made by python -m underboard.hardware from firmware/layouts/apagos-scale4.json: change that,
// not this.  Nothing here was tried on real hardware.  Lengths in mm.

$fn = 64;
difference() {
    union() {
        cube([416, 326, 12]);
    }
    translate([115.5, 48, -1]) cylinder(d = 5.2, h = 14);
    translate([100.5, 48, -1]) cylinder(d = 5.2, h = 14);
    translate([300.5, 48, -1]) cylinder(d = 5.2, h = 14);
    translate([315.5, 48, -1]) cylinder(d = 5.2, h = 14);
    translate([300.5, 278, -1]) cylinder(d = 5.2, h = 14);
    translate([315.5, 278, -1]) cylinder(d = 5.2, h = 14);
    translate([115.5, 278, -1]) cylinder(d = 5.2, h = 14);
    translate([100.5, 278, -1]) cylinder(d = 5.2, h = 14);
    translate([53, 48, -1]) cylinder(d = 3.3, h = 14);
    translate([363, 48, -1]) cylinder(d = 3.3, h = 14);
    translate([363, 278, -1]) cylinder(d = 3.3, h = 14);
    translate([53, 278, -1]) cylinder(d = 3.3, h = 14);
    translate([23, 23, -1]) cylinder(d = 3.3, h = 14);
    translate([393, 23, -1]) cylinder(d = 3.3, h = 14);
    translate([393, 303, -1]) cylinder(d = 3.3, h = 14);
    translate([23, 303, -1]) cylinder(d = 3.3, h = 14);
    translate([208, 163, -1]) cylinder(d = 3.3, h = 14);
}
