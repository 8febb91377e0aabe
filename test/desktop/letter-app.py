"""A letter with a password and two buttons; what is pressed goes to stdout, one name a line."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)
window = Gtk.Window(title="letter")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin=12)
secret = Gtk.Entry(visibility=False)
secret.set_input_purpose(Gtk.InputPurpose.PASSWORD)
secret.get_accessible().set_name("Password")
box.add(secret)
for label in ("Preview", "Send"):
    button = Gtk.Button(label=label)
    button.connect("clicked", lambda _button, label=label: print(label, flush=True))
    box.add(button)
window.add(box)
window.set_default_size(500, 300)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
