// A box for Gobelet: a base, a lid that snaps on, four key caps. No glue, no screws, no supports; printed on no machine
// of ours yet. Millimetres. `make box` renders every kind of it and checks that its parts go together.
//
// Dimensions from data sheets:
//   Pico           51 x 21 x 1, holes 2.1 at 47 x 11.4, USB 1.3 beyond the edge   Raspberry Pi Pico Datasheet, figure 3
//   0.96" panel    glass 26.7 x 19.26 x 1.65, active area 21.744 x 10.864         UG-2864HSWEG01 (WiseChip), page 4
//   1.3" panel     glass 34.5 x 23 x 1.65, active area 29.42 x 14.7               UG-2864KSWLG01 (WiseChip), page 4
//   modules        27.3 x 27.8 and 35.4 x 33.5, as sold: measure yours, they differ
//   push button    6 x 6, 4.3 high, moves 0.25                                    B3F-1000 (Omron)
//   three AAA      holder 52.1 x 38.1 x 13.1                                      Keystone 2480 (its size with a margin)
//   LiPo           50 x 34 x 5                                                    503450 cells

panel = "0.96";      // ["0.96", "1.3"]
battery = "none";    // ["none", "aaa", "lipo"]
part = "assembly";   // ["assembly", "base", "lid", "cap", "pico", "module", "keys", "cell"]

/* [Print] */
wall = 2;
gap = 0.3;           // between parts that move or snap
$fn = 24;

big = panel == "1.3";
module_x = big ? 35.4 : 27.3;
module_y = big ? 33.5 : 27.8;
module_pcb = 1.2;
glass_z = 1.65;
active_x = big ? 29.42 : 21.744;
active_y = big ? 14.7 : 10.864;
active_up = big ? 2.1 : 2.4;     // of the active area's middle above the module's

pico_x = 51; pico_y = 21; pico_z = 1;
hole_x = 47; hole_y = 11.4;
stand = 3;                        // under the Pico
usb_over = 1.3;

pitch = 15.24;                    // of the keys: six holes of a perforated board
strip_x = 63.5; strip_y = 12.7; strip_z = 1.6;
button_z = 4.3;
cap_d = 9; flange_d = 11.5; flange_z = 1.2; cap_up = 1.5;

cell_x = battery == "aaa" ? 52.1 : 50;
cell_y = battery == "aaa" ? 38.1 : 34;
cell_z = battery == "aaa" ? 13.1 : 5;
cell_room = battery == "none" ? 0 : cell_y + 3.3;

in_x = 67;
strip_at = 1;                     // y of the key board
module_at = strip_at + strip_y + 2.2;
in_y = module_at + module_y + 3.2 + cell_room;
in_z = battery == "aaa" ? 14.5 : 14;
rim_z = 3; rim = 1.2;
ridge = 0.45;

module_z = in_z - glass_z - module_pcb;       // underside of the module's board
pico_left = usb_over + 0.4;
pico_mid = module_at + module_y / 2;
strip_low = in_z - flange_z - gap - button_z - strip_z;
centre = in_x / 2;

module rounded(x, y, z, r) {
    translate([r, r, 0]) linear_extrude(z) offset(r) square([x - 2 * r, y - 2 * r]);
}

// Under a corner of the panel's module, with a lip outside of it: sx, sy are the side on which the corner is.
module pillar(x, y, sx, sy) {
    translate([x, y, 0]) {
        translate([sx > 0 ? -3 : -gap - 1.2, sy > 0 ? -3 : -gap - 1.2, 0])
            cube([4.2 + gap, 4.2 + gap, module_z]);
        translate([sx > 0 ? gap : -gap - 1.2, sy > 0 ? -3 : -gap - 1.2, 0])
            cube([1.2, 4.2 + gap, module_z + module_pcb]);
        translate([sx > 0 ? -3 : -gap - 1.2, sy > 0 ? gap : -gap - 1.2, 0])
            cube([4.2 + gap, 1.2, module_z + module_pcb]);
    }
}

module base() {
    difference() {
        translate([-wall, -wall, -wall]) rounded(in_x + 2 * wall, in_y + 2 * wall, in_z + wall, 4);
        rounded(in_x, in_y, in_z + 1, 2);
        // the plug of the USB cable; its upper edge is a bridge of 12 mm
        translate([-wall - 1, pico_mid - 6, stand + pico_z + 1.3 - 3.9]) cube([wall + 2, 12, 7.8]);
        // grooves that the lid's ridges snap into
        for (y = [0.1, in_y - 0.1]) translate([centre - 15, y, in_z - 1.4])
            rotate([45, 0, 0]) translate([0, -0.65, -0.65]) cube([30, 1.3, 1.3]);
        // a way in for a finger nail, to open it
        translate([centre - 6, in_y + wall - 0.8, in_z - 0.8]) cube([12, 2, 2]);
    }
    for (x = [0, hole_x], y = [-hole_y / 2, hole_y / 2])
        translate([pico_left + (pico_x - hole_x) / 2 + x, pico_mid + y, 0]) {
            cylinder(d = 4.4, h = stand);
            cylinder(d = 1.8, h = stand + 2.2);
        }
    left = centre - module_x / 2;
    pillar(left, module_at, -1, -1);
    pillar(left + module_x, module_at, 1, -1);
    pillar(left, module_at + module_y, -1, 1);
    pillar(left + module_x, module_at + module_y, 1, 1);
    // ledges under the ends of the key board, and a stop behind them
    for (x = [0, in_x - 5]) {
        translate([x, 0, 0]) cube([5, strip_at + strip_y + gap + 1.2, strip_low]);
        translate([x, strip_at + strip_y + gap, 0]) cube([5, 1.2, strip_low + strip_z]);
    }
    if (battery != "none") {
        // between the cell and the rest, with room for wires at both ends
        translate([8, in_y - cell_room, 0]) cube([in_x - 16, 1.2, min(cell_z, 7) * 0.7]);
    }
}

module lid() {
    difference() {
        union() {
            translate([-wall, -wall, in_z]) rounded(in_x + 2 * wall, in_y + 2 * wall, wall, 4);
            difference() {
                translate([gap / 2, gap / 2, in_z - rim_z]) rounded(in_x - gap, in_y - gap, rim_z + 0.01, 2);
                translate([rim, rim, in_z - rim_z - 1]) cube([in_x - 2 * rim, in_y - 2 * rim, rim_z + 1]);
            }
            for (y = [gap / 2, in_y - gap / 2]) translate([centre - 14, y, in_z - 1.4])
                rotate([45, 0, 0]) translate([0, -ridge, -ridge]) cube([28, 2 * ridge, 2 * ridge]);
            // onto the ends of the key board
            for (x = [rim, in_x - 4.3]) translate([x, strip_at + 1, strip_low + strip_z + 0.15])
                cube([4.3 - rim, strip_y - 2, in_z - strip_low - strip_z]);
        }
        // the window, wider at the outside
        translate([centre, module_at + module_y / 2 + active_up, in_z - 0.01]) hull() {
            translate([-active_x / 2 - 0.5, -active_y / 2 - 0.5, 0]) cube([active_x + 1, active_y + 1, 0.01]);
            translate([-active_x / 2 - 2.4, -active_y / 2 - 2.4, wall + 0.02]) cube([active_x + 4.8, active_y + 4.8, 0.01]);
        }
        for (key = [0:3]) translate([centre + (key - 1.5) * pitch, strip_at + strip_y / 2, in_z - 1])
            cylinder(d = cap_d + 2 * gap, h = wall + 2);
    }
}

// As it lies in the box; printed upside down, on its flange.
module cap() {
    cylinder(d = flange_d, h = flange_z);
    cylinder(d = cap_d, h = flange_z + gap + wall + cap_up - 0.6);
    translate([0, 0, flange_z + gap + wall + cap_up - 0.6]) cylinder(d1 = cap_d, d2 = cap_d - 1.2, h = 0.6);
}

module caps() {
    for (key = [0:3]) translate([centre + (key - 1.5) * pitch, strip_at + strip_y / 2, strip_low + strip_z + button_z]) cap();
}

// What is put into it, to see whether it fits.

module pico() {
    translate([pico_left, pico_mid - pico_y / 2, stand]) {
        difference() {
            cube([pico_x, pico_y, pico_z]);
            for (x = [0, hole_x], y = [-hole_y / 2, hole_y / 2])
                translate([(pico_x - hole_x) / 2 + x, pico_y / 2 + y, -1]) cylinder(d = 2.1, h = 3);
        }
        translate([-usb_over, pico_y / 2 - 4, pico_z]) cube([5.6, 8, 2.6]);
    }
}

module panel_module() {
    translate([centre - module_x / 2, module_at, module_z]) {
        cube([module_x, module_y, module_pcb]);
        translate([1, module_y / 2 + active_up - 8, module_pcb]) cube([module_x - 2, 16, glass_z - 0.05]);
    }
}

module keys() {
    translate([centre - strip_x / 2, strip_at, strip_low]) cube([strip_x, strip_y, strip_z]);
    for (key = [0:3]) translate([centre + (key - 1.5) * pitch, strip_at + strip_y / 2, strip_low + strip_z]) {
        translate([-3, -3, 0]) cube([6, 6, 3.4]);
        cylinder(d = 3.5, h = button_z - 0.02);
    }
}

module cell() {
    if (battery != "none")
        translate([centre - cell_x / 2, in_y - cell_room + 1.6, 0.02]) cube([cell_x, cell_y, cell_z]);
}

if (part == "base") base();
else if (part == "lid") lid();
else if (part == "cap") cap();
else if (part == "caps") caps();
else if (part == "pico") pico();
else if (part == "module") panel_module();
else if (part == "keys") keys();
else if (part == "cell") cell();
else { base(); lid(); caps(); }
