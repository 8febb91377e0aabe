"""A window of GTK with one control of each kind, which writes down as JSON lines what was done with them."""
import json

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def say(event, **facts):
    print(json.dumps({"event": event, **facts}), flush=True)


Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)
window = Gtk.Window(title="The deskhand manual")
window.set_default_size(700, 500)
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=12)

file_menu = Gtk.Menu()
for label in ("Open", "Export as PDF"):
    entry = Gtk.MenuItem(label=label)
    entry.connect("activate", lambda _entry, label=label: say("menu", name=label))
    file_menu.append(entry)
top = Gtk.MenuItem(label="File")
top.set_submenu(file_menu)
bar = Gtk.MenuBar()
bar.append(top)

grid = Gtk.Grid(row_spacing=6, column_spacing=12)
name = Gtk.Entry(hexpand=True)
name.connect("changed", lambda held: say("text", field="Name", text=held.get_text()))
room = Gtk.ComboBoxText()
for kind in ("Single", "Double", "Suite"):
    room.append_text(kind)
room.set_active(0)
room.connect("changed", lambda held: say("chosen", name=held.get_active_text()))
for row, (label, field) in enumerate((("_Name", name), ("_Room", room))):
    words = Gtk.Label(label=label, use_underline=True)
    words.set_mnemonic_widget(field)
    grid.attach(words, 0, row, 1, 1)
    grid.attach(field, 1, row, 1, 1)

breakfast = Gtk.CheckButton(label="Breakfast")
breakfast.connect("toggled", lambda held: say("toggled", name="Breakfast", on=held.get_active()))
level = Gtk.SpinButton.new_with_range(0, 10, 1)
level.set_value(4)
level.get_accessible().set_name("Level")
off = Gtk.Button(label="Not now", sensitive=False)
buttons = Gtk.Box(spacing=6)
for place in (1, 2):
    button = Gtk.Button(label="Delete")
    button.connect("clicked", lambda _button, place=place: say("pressed", name="Delete", place=place))
    buttons.add(button)
send = Gtk.Button(label="Book now")
send.connect("clicked", lambda _button: say("pressed", name="Book now", place=0))
buttons.add(send)
buttons.add(off)

rows = Gtk.ListStore(str, str)
for number in range(1, 1001):
    rows.append((f"Guest {number}", f"Room {number}"))
table = Gtk.TreeView(model=rows)
for column, title in enumerate(("Guest", "Place")):
    table.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=column))
scrolling = Gtk.ScrolledWindow(vexpand=True)
scrolling.add(table)

for each in (bar, grid, breakfast, level, buttons, scrolling):
    box.add(each)
window.add(box)
window.show_all()
name.grab_focus()
GLib.timeout_add(30, lambda: (say("ready"), False)[1] if window.is_active() else True)
Gtk.main()
