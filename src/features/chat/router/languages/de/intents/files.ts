import type { Language } from '../../language.ts'

const folder = '(ordner|verzeichnis)'

export const fileIntents: Language['intents'] = {
  LIST_FILES: {
    'show my files in {place}': [
      '[<show>] [alle] [<my>] (dateien|inhalt|inhalte) (in|im|aus|von|auf|unter|vom) [<my>] [ordner|verzeichnis] {place:usual} [ordner|verzeichnis|an]',
      `[<show>] [alle] [<my>] (dateien|inhalt|inhalte) (in|im|aus|von|auf|unter|vom) [<my>] ${folder} {place:file} [an]`,
      `<show> [<my>] ${folder} {place:file} [an]`,
      '<show> [<my>] [ordner|verzeichnis] {place:usual} [ordner|verzeichnis] [an]',
      'was (ist|liegt|befindet sich|habe ich) [alles] (in|im|unter|auf) [<my>] [ordner|verzeichnis] {place:usual} [ordner|verzeichnis]',
      `was (ist|liegt|befindet sich) [alles] (in|im|unter) [<my>] ${folder} {place:file}`,
      '[<my>] dateien (in|im|auf) [<my>] {place:usual} <shown>',
      '(welche|was für) dateien (sind|liegen|habe ich|gibt es) (in|im|auf|unter) [<my>] {place:usual} [ordner|verzeichnis]',
      `(welche|was für) dateien (sind|liegen|habe ich|gibt es) (in|im|auf|unter) [<my>] ${folder} {place:file}`,
    ],
    'list my files': ['<show> [alle] [<my>] dateien [an]'],
  },
  'file.open': {
    'open {place}': [
      '(öffne|lies|zeig|zeige|mach|mache) [<me>] [die|meine] [datei] {place:file} [auf|vor|an]',
      '[die] [datei] {place:file} (öffnen|lesen|anzeigen|vorlesen)',
      'was steht in [der|meiner] [datei] {place:file}',
    ],
  },
  DELETE_FILE: {
    'delete the file {path}': [
      '(lösch|lösche|entfern|entferne) [bitte] [die|meine] datei {path:file}',
      '[die|meine] datei {path:file} löschen',
    ],
    'delete {path}': ['(lösch|lösche|entfern|entferne) {path:file}'],
  },
  CREATE_FOLDER: {
    'create a folder called {name} in {place}': [
      `(erstell|erstelle|leg|lege|mach|mache) [<me>] (einen|den) [neuen] ${folder} [namens|mit dem namen] {name:word} (in|im|unter|auf) [<my>] {place:usual} [ordner] [an]`,
    ],
  },
  OPEN_APP: {
    'open browser': ['(öffne|starte) [den|einen|meinen] browser'],
    'open terminal': ['(öffne|starte) [das|ein] terminal'],
    'open {name}': [
      '(öffne|starte|start) [<me>] [das programm|die app|die anwendung] {name:word}',
      '{name:word} (öffnen|starten)',
    ],
  },
  SEARCH_FILES: {
    'find files called {query}': [
      '(such|suche|find|finde) [<me>] [die|eine|nach|meine] (datei|dateien|der datei) [namens|mit dem namen] {query:word}',
    ],
  },
}
