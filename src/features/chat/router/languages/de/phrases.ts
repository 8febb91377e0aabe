import type { Phrases } from '../../templates/parse-template.ts'

/** What German wordings call by a name. */
export const phrases: Phrases = {
  my: '(mein|meine|meinen|meinem|meiner|unser|unsere|unseren|unserem|unserer|der|die|das|den|dem|dieser|diese|diesem|diesen|dieses)',
  a: "(ein|eine|nen|'nen|ne|'ne|'n|einen|einem|einer|den|die|das|der|mein|meine|meinen|noch (ein|eine|einen))",
  me: '(mir|uns|mich)',
  show: '(zeig|zeige|zeigt|öffne|gib|nenn|nenne|lies|liste|such|suche|check|prüf|prüfe) [<me>]',
  shown: '(zeigen|anzeigen|öffnen|sehen|vorlesen|anschauen|ansehen|checken|prüfen|auflisten)',
  set: '(stell|stelle|starte|start|setz|setze|mach|mache|erstell|erstelle|beginn|beginne|richte|leg|lege|gib|neuer|neue|neuen|aktivier|aktiviere) [<me>]',
  setting: '(stellen|starten|setzen|machen|erstellen|einstellen|anlegen|einrichten|aktivieren)',
  write: '(schreib|schreibe|setz|setze|füg|füge|pack|packe|tu|tue|nimm|notier|notiere|ergänz|ergänze) [<me>]',
  written: '(schreiben|setzen|hinzufügen|packen|tun|nehmen|eintragen|notieren|ergänzen)',
  drop: '(lösch|lösche|entfern|entferne|streich|streiche|nimm|wirf)',
  dropped: '(löschen|entfernen|streichen|nehmen|runternehmen)',
  now: '(jetzt|gerade|im moment|momentan|aktuell|zurzeit|derzeit|heute|eigentlich|grad)',
  machine: '(computer|rechner|laptop|pc|gerät|system|maschine|server)',
  howmuch: '(wie viel|wieviel|wie viele|wieviele)',
  what_is:
    '(was ist|was sind|was macht|was ergibt|was gibt|<howmuch> (ist|sind|macht|ergibt|gibt)|rechne|berechne|rechne aus|errechne)',
  // Where and when, as it is said of the weather.
  there:
    '[draußen] [{time:roughTime}] [(in|für|bei|um|auf) {city:place}] [{time:roughTime}] [{time:roughTime}] [draußen]',
}
