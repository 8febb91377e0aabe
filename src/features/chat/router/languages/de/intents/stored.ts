import type { Language } from '../../language.ts'

const to = '(auf|zu|zur|zum|in)'
const lists = '(liste|zettel)'

/** Lists, notes, payments: what is kept here. */
export const storedIntents: Language['intents'] = {
  'list.add': {
    'add {items} to my {list} list': [
      `<write> [noch] {items:things} [noch] ${to} [<my>] {list:kept} [hinzu|dazu|ein|drauf]`,
      `[noch] {items:things} ${to} <my> {list:kept} [<written>|hinzu]`,
      `[noch] {items:things} ${to} {list:kept} [<written>|hinzu]`,
      `<write> ${to} [<my>] {list:kept} : {items:things}`,
      '[<my>] {list:kept} : {items:things}',
      `[ich|wir] (brauche|brauchen) [noch] {items:things} ${to} [<my>] {list:kept}`,
      '(ergänz|ergänze|erweiter|erweitere) [<my>] {list:kept} um {items:things}',
      `(trag|trage) [noch] {items:things} ${to} [<my>] {list:kept} ein`,
      `(auf|zu|zur) <my> {list:kept} {items:things} <written>`,
    ],
    'add {items} to my {name} list': [
      `<write> [noch] {items:things} ${to} [<my>] ${lists} {name:word} [hinzu|dazu|ein|drauf]`,
      `[noch] {items:things} ${to} <my> ${lists} {name:word} [<written>]`,
    ],
    'add {items} to my list': [`<write> [noch] {items:things} ${to} [<my>] ${lists} [hinzu|dazu|ein|drauf]`],
    'add task: {task}': [
      '[neue] aufgabe : {task}',
      '(erstell|erstelle|neue|leg|lege) [eine|die] [neue] aufgabe [:] {task} [an]',
      '(füg|füge) [eine|die] [neue] aufgabe [:] {task} hinzu',
    ],
    'add task: {task} by {due}': [
      '[neue] aufgabe : {task} (bis|bis zum|am|zum|für) {due:date}',
      '(erstell|erstelle|neue) [eine|die] [neue] aufgabe [:] {task} (bis|bis zum|am|zum|für) {due:date}',
    ],
  },
  'list.show': {
    'what is on my {list} list': [
      'was (steht|ist|ist noch|steht noch|steht alles|fehlt [noch]) (auf|in) [<my>] {list:kept} [drauf]',
      'was habe ich auf [<my>] {list:kept} [stehen]',
      'was muss ich [noch] einkaufen {list=shopping}',
    ],
    'show my {list} list': ['<show> [<my>] {list:kept} [an|vor]', '[<my>] {list:kept} [<shown>]'],
    'show my {name} list': [`<show> [<my>] ${lists} {name:word} [an|vor]`],
    'is {item} on my {list} list': [
      '(steht|stehen|ist|sind) [schon|noch] [<my>] {item} [schon|noch] auf [<my>] {list:kept}',
    ],
  },
  'list.remove': {
    'remove {items} from my {list} list': [
      '<drop> {items:things} (von|aus) [<my>] {list:kept} [runter|herunter|raus]',
      '{items:things} (von|aus) [<my>] {list:kept} <dropped>',
    ],
  },
  'list.complete': {
    'check off {items} on my {list} list': [
      '(hak|hake) {items:things} (auf|von|in) [<my>] {list:kept} ab',
      '{items:things} (auf|von) [<my>] {list:kept} abhaken',
      '(hak|hake) auf [<my>] {list:kept} {items:things} ab',
    ],
  },
  'list.create': {
    'make a list called {name}': [
      `(mach|mache|erstell|erstelle|leg|lege|starte) [<me>] (eine|ne) [neue] ${lists} [namens|für|mit dem namen] {name:word} [an]`,
      `[eine] neue ${lists} [namens|für|:] {name:word}`,
    ],
  },
  'list.clear': {
    'clear my {list} list': [
      '(leer|leere|lösch|lösche) [<my>] [ganze|gesamte] {list:kept}',
      '[<my>] [ganze|gesamte] {list:kept} (leeren|löschen)',
    ],
  },
  'note.add': {
    'note: {text}': [
      '[neue] (notiz|(notier|notiere) [<me>]|merk dir|merke dir|merk|(schreib|schreibe) [<me>|dir] auf) : {text}',
      '(notier|notiere|merk dir|merke dir) [dir] [,] dass {text}',
      '(schreib|schreibe) (dir|mir|bitte) auf [,] [dass] {text}',
      '(schreib|schreibe) auf [,] dass {text}',
      '(mach|mache|erstell|erstelle|schreib|schreibe|speicher|speichere) [<me>] (eine|ne) [neue|kurze] notiz (:|dass) {text}',
      '(notier|notiere) [<me>] [:] {text}',
      '(halt|halte) fest [,] dass {text}',
    ],
    'make a note': [
      '(mach|mache|erstell|erstelle|schreib|schreibe) [<me>] (eine|ne) [neue|kurze] notiz',
      'neue notiz',
      '[eine] notiz (machen|erstellen|schreiben|anlegen)',
      'eine [neue] notiz (machen|erstellen|schreiben)',
    ],
  },
  notes: {
    'show my notes': [
      '[<show>] [alle] [<my>] notizen [an|vor]',
      '[alle] [<my>] notizen <shown>',
      '(welche|was für) notizen (habe ich|gibt es)',
      'was steht in <my> notizen',
    ],
    'find my notes about {about}': [
      '[<show>] [alle] [<my>] (notizen|notiz) (über|zu|zum|zur|mit|von|wegen) [<my>] {about:name}',
      '[<show>] [alle] [<my>] notizen zum thema {about:name}',
      '(such|suche|find|finde) [in] [<my>] notizen (nach|zu) {about:name}',
      'was (habe|hab) ich (über|zu|zum|zur) [<my>] {about:name} (notiert|aufgeschrieben)',
    ],
    'show my last note': ['<show> [<my>] (letzte|neueste) notiz [an|vor]'],
    'how many notes do i have': ['<howmuch> notizen habe ich'],
  },
  'note.remove': {
    'delete the note about {about}': [
      '(lösch|lösche|entfern|entferne) [<my>] notiz (über|zu|zum|zur|mit|von) [<my>] {about:name}',
    ],
  },
  'budget.add': {
    'i spent {sum} on {what}': [
      '(ich|wir) (habe|haben|hab) [heute] {sum:price} (für|fürs|auf) [<my>] {what:label} (ausgegeben|bezahlt|gezahlt)',
      '[heute] {sum:price} (für|fürs) [<my>] {what:label} (ausgegeben|bezahlt|gezahlt)',
      '[neue] ausgabe : {sum:price} (für|fürs) [<my>] {what:label}',
    ],
    'i spent {sum}': ['(ich|wir) (habe|haben|hab) [heute] {sum:price} ausgegeben'],
  },
  budget_tracker: {
    'show my budget': [
      '[<show>] [<my>] (budget|haushaltsbuch) [an]',
      '(<show>|<my>) [<my>] ausgaben [an]',
      '[<my>] (budget|ausgaben) <shown>',
    ],
  },
  contacts: {
    'show my contacts': ['[<show>] [alle] [<my>] (kontakte|adressbuch) [an]', '[<my>] kontakte <shown>'],
  },
  journal: {
    'show my journal': ['[<show>] [<my>] tagebuch [an]', '[<my>] tagebuch <shown>'],
  },
  'journal.add': {
    'journal: {text}': [
      '[liebes] tagebuch : {text}',
      '(schreib|schreibe) (in|ins) [<my>] tagebuch [:] {text}',
      'tagebucheintrag : {text}',
    ],
  },
}
