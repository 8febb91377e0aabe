"""A menu in a bar that can be scrolled, and two tabs; what is used goes to stdout, one name a line."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

window = Gtk.Window(title="menus")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)

bar = Gtk.MenuBar()
sheet = Gtk.MenuItem(label="Sheet")
entries = Gtk.Menu()
for label in ("Insert", "Rename"):
    entry = Gtk.MenuItem(label=label)
    entry.connect("activate", lambda _entry, label=label: print(label, flush=True))
    entries.append(entry)
sheet.set_submenu(entries)
bar.append(sheet)
scrolled = Gtk.ScrolledWindow(vscrollbar_policy=Gtk.PolicyType.NEVER)
scrolled.add(bar)
box.add(scrolled)

tabs = Gtk.Notebook()
for name in ("Style", "Fonts"):
    tabs.append_page(Gtk.Label(label=f"This is {name}"), Gtk.Label(label=name))
tabs.connect("switch-page", lambda _tabs, page, _number: print(page.get_text(), flush=True))
box.add(tabs)

window.add(box)
window.set_default_size(600, 300)
window.connect("destroy", Gtk.main_quit)
window.show_all()
print("ready", flush=True)
Gtk.main()
