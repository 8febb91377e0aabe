"""Python's own mail parser as a second opinion: what is attached to the email in a file, as SHA-256."""

import email
import email.policy
import hashlib
import json
import sys

READ = {"text/plain", "text/html"}


def alternatives(message):
    for part in message.walk():
        if part.get_content_type() == "multipart/alternative":
            yield from part.get_payload()


def attachments(message):
    forms = [id(part) for part in alternatives(message)]
    for part in message.walk():
        kind = part.get_content_type()
        if part.is_multipart():
            continue
        named = part.get_filename() is not None or part.get("content-location") is not None
        attached = part.get_content_disposition() == "attachment"
        if kind in READ and not named and not attached:
            continue
        if kind.startswith("message/"):
            continue
        # The same text once more, e.g. for watches.
        if id(part) in forms and kind.startswith("text/") and kind != "text/calendar":
            continue
        content = part.get_payload(decode=True) or b""
        # Whether a part that was cut off before its first byte is one at all, parsers see differently.
        if not content:
            continue
        yield hashlib.sha256(content).hexdigest()


with open(sys.argv[1], "rb") as file:
    message = email.message_from_bytes(file.read(), policy=email.policy.compat32)
json.dump(sorted(attachments(message)), sys.stdout)
