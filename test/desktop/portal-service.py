"""A desktop portal that answers as it is told and writes down, as JSON lines, what it was asked.

Arguments: how the person answers (allow, deny, silent, no-input), the version of the portal, a picture of the desktop.
"""
import json
import shutil
import sys
import tempfile

from gi.repository import Gio, GLib

_, answer, version, picture = sys.argv
PATH = "/org/freedesktop/portal/desktop"
REQUEST = """<node><interface name="org.freedesktop.portal.Request">
<method name="Close"/><signal name="Response"><arg type="u"/><arg type="a{sv}"/></signal></interface></node>"""
SESSION = """<node><interface name="org.freedesktop.portal.Session">
<method name="Close"/><signal name="Closed"><arg type="a{sv}"/></signal></interface></node>"""
DESKTOP = """<node><interface name="org.freedesktop.portal.RemoteDesktop"><property name="version" type="u" access="read"/>
<method name="CreateSession"><arg direction="in" type="a{sv}"/><arg direction="out" type="o"/></method>
<method name="SelectDevices"><arg direction="in" type="o"/><arg direction="in" type="a{sv}"/><arg direction="out" type="o"/></method>
<method name="Start"><arg direction="in" type="o"/><arg direction="in" type="s"/><arg direction="in" type="a{sv}"/><arg direction="out" type="o"/></method>
<method name="NotifyPointerMotionAbsolute"><arg direction="in" type="o"/><arg direction="in" type="a{sv}"/><arg direction="in" type="u"/><arg direction="in" type="d"/><arg direction="in" type="d"/></method>
<method name="NotifyPointerButton"><arg direction="in" type="o"/><arg direction="in" type="a{sv}"/><arg direction="in" type="i"/><arg direction="in" type="u"/></method>
<method name="NotifyPointerAxisDiscrete"><arg direction="in" type="o"/><arg direction="in" type="a{sv}"/><arg direction="in" type="u"/><arg direction="in" type="i"/></method>
<method name="NotifyKeyboardKeysym"><arg direction="in" type="o"/><arg direction="in" type="a{sv}"/><arg direction="in" type="i"/><arg direction="in" type="u"/></method>
</interface><interface name="org.freedesktop.portal.ScreenCast">
<method name="SelectSources"><arg direction="in" type="o"/><arg direction="in" type="a{sv}"/><arg direction="out" type="o"/></method>
</interface><interface name="org.freedesktop.portal.Screenshot">
<method name="Screenshot"><arg direction="in" type="s"/><arg direction="in" type="a{sv}"/><arg direction="out" type="o"/></method>
</interface></node>"""

starts = 0
sessions = []


def say(call, *values):
    print(json.dumps({"call": call, "values": values}), flush=True)


def started():
    """Two monitors, the second one to the left of the first."""
    global starts
    starts += 1
    streams = [
        (41, {"position": GLib.Variant("(ii)", (0, 0)), "size": GLib.Variant("(ii)", (800, 600))}),
        (42, {"position": GLib.Variant("(ii)", (-400, 0)), "size": GLib.Variant("(ii)", (400, 300))}),
    ]
    devices = 0 if answer == "no-input" else 3
    results = {"devices": GLib.Variant("u", devices), "streams": GLib.Variant("a(ua{sv})", streams)}
    if int(version) >= 2:
        results["restore_token"] = GLib.Variant("s", f"token-{starts}")
    return results


def respond(connection, sender, path, status, results):
    arguments = GLib.Variant("(ua{sv})", (status, results))
    connection.emit_signal(sender, path, "org.freedesktop.portal.Request", "Response", arguments)


def results_of(member, options, sender):
    if member == "CreateSession":
        path = f"{PATH}/session/{sender[1:].replace('.', '_')}/{options['session_handle_token']}"
        sessions.append(path)
        info = Gio.DBusNodeInfo.new_for_xml(SESSION).interfaces[0]
        connection.register_object(path, info, closed, None, None)
        return {"session_handle": GLib.Variant("s", path)}
    if member == "Screenshot":
        copy = tempfile.mktemp(prefix="screen shot-", suffix=".png")
        shutil.copy(picture, copy)
        say("file", copy)
        return {"uri": GLib.Variant("s", GLib.filename_to_uri(copy))}
    return started() if member == "Start" else {}


def closed(_connection, _sender, path, interface, member, _arguments, invocation):
    say(f"{interface.split('.')[-1]}.{member}", path)
    invocation.return_value(None)


def called(connection, sender, _path, _interface, member, arguments, invocation):
    values = arguments.unpack()
    say(member, *values)
    if member.startswith("Notify"):
        if member == "NotifyKeyboardKeysym" and values[2] == 0xFFC3:  # F6: the person ends it
            for session in sessions:
                ended = GLib.Variant("(a{sv})", ({},))
                connection.emit_signal(None, session, "org.freedesktop.portal.Session", "Closed", ended)
        invocation.return_value(None)
        return
    options = values[-1]
    request = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
    info = Gio.DBusNodeInfo.new_for_xml(REQUEST).interfaces[0]
    connection.register_object(request, info, closed, None, None)
    if member != "Start" or answer in ("allow", "no-input"):
        # Before the call itself is answered, as fast desktops do.
        respond(connection, sender, request, 0, results_of(member, options, sender))
    elif answer == "deny":
        respond(connection, sender, request, 1, {})
    invocation.return_value(GLib.Variant("(o)", (request,)))


def property_of(*_):
    say("version")
    return GLib.Variant("u", int(version))


connection = Gio.bus_get_sync(Gio.BusType.SESSION)
for info in Gio.DBusNodeInfo.new_for_xml(DESKTOP).interfaces:
    connection.register_object(PATH, info, called, property_of, None)
Gio.bus_own_name_on_connection(
    connection, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE, lambda *_: say("ready"), None
)
GLib.MainLoop().run()
