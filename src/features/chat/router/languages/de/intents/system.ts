import type { Language } from '../../language.ts'

const hello =
  '(hallo|guten morgen|guten tag|guten abend|moin|moin moin|servus|grüß gott|grüezi|grüß dich|tag|hallöchen|hi|hey)'

/** The machine, and talk. */
export const systemIntents: Language['intents'] = {
  'system.disk': {
    'how much disk space is left': [
      '<howmuch> [freier|freien] (speicherplatz|festplattenspeicher|platz|speicher) (ist|habe ich|hat <my> <machine>|gibt es) [noch] [frei|übrig|verfügbar] [auf <my> (festplatte|platte|<machine>|ssd)]',
      'wie voll ist <my> (festplatte|platte|ssd|speicher)',
      '[<show>] [<my>] [freien|freier] (speicherplatz|festplattenplatz) [an]',
      'ist <my> (festplatte|platte|ssd) [fast|bald] voll',
    ],
  },
  'system.memory': {
    'how much memory is free': [
      '<howmuch> [freier|freien] (ram|arbeitsspeicher) (ist|habe ich|hat <my> <machine>|wird) [noch] [frei|übrig|verfügbar|belegt|benutzt|verwendet]',
      '[<show>] [<my>] (ram|arbeitsspeicher) [auslastung]',
    ],
  },
  'system.battery': {
    'battery level': [
      '[<show>|wie ist|was ist] [<my>] (akkustand|batteriestand|ladestand|akku|akkuladung) [<now>]',
      'wie voll ist <my> (akku|batterie)',
      '<howmuch> (akku|batterie) (habe ich|ist|hat <my> <machine>) [noch] [übrig]',
      'wie lange hält <my> (akku|batterie) [noch]',
      '(lädt|laedt) <my> (akku|<machine>)',
    ],
  },
  'system.cpu': {
    'how busy is my cpu': [
      'wie (ausgelastet|beschäftigt|hoch) ist [<my>] (cpu|prozessor|<machine>|cpu-auslastung|prozessorauslastung) [ausgelastet] [<now>]',
      '[<show>] [<my>] (cpu|prozessor|cpu-auslastung|cpu auslastung|prozessorauslastung|systemauslastung) [an]',
      'warum ist <my> <machine> so (langsam|laut|heiß)',
    ],
  },
  'system.temperature': {
    'how hot is my cpu': [
      'wie (heiß|warm) ist <my> (cpu|prozessor|<machine>) [<now>]',
      '(cpu-temperatur|prozessortemperatur)',
    ],
  },
  'system.uptime': {
    'how long has this computer been on': [
      '(wie lange|seit wann) (läuft|ist) <my> <machine> [schon] [an|eingeschaltet]',
      'wann (wurde|war|habe ich) <my> <machine> [zuletzt|das letzte mal] (neu gestartet|neugestartet|gestartet|hochgefahren)',
    ],
  },
  'system.network': {
    'what is my ip address': [
      '(was|wie) (ist|lautet) <my> (ip|ip-adresse|ip adresse|ipadresse)',
      '[<show>] <my> (ip|ip-adresse|ip adresse)',
      '(welche|was für eine) (ip|ip-adresse|ip adresse) (habe ich|hat <my> <machine>)',
      '(ip-adresse|ip adresse)',
    ],
  },
  'system.processes': {
    'which processes are running': [
      '(welche|was für) (prozesse|programme) (laufen [<now>]|verbrauchen am meisten (cpu|strom|speicher)|brauchen am meisten (cpu|speicher))',
      '[<show>] [die|alle] [laufenden|laufende] prozesse [an]',
    ],
  },
  'system.host': {
    'which operating system am i running': [
      '(welches|was für ein) betriebssystem (habe ich|läuft hier|ist das|hat <my> <machine>|benutze ich|nutze ich)',
      'wie heißt <my> <machine>',
    ],
  },
  help: {
    'what can you do': [
      'was (kannst|könntest) du [alles|denn|so|für mich] [alles] [tun|machen]',
      'hilfe',
      'hilf mir',
      'wobei kannst du [mir] helfen',
      '(wie|was) kannst du mir helfen',
      'was kann ich (dich fragen|sagen|dir sagen|hier machen)',
      'wie funktioniert das [hier]',
    ],
  },
  about: {
    'who are you': [
      '(wer|was) bist du [eigentlich]',
      'wie heißt du',
      '(wie ist|was ist) dein name',
      'bist du [ein|eine] (roboter|mensch|ki|bot|computer|maschine|künstliche intelligenz)',
      'wer hat dich (gemacht|gebaut|entwickelt|programmiert)',
      '(stell|stelle) dich vor',
    ],
  },
  greeting: {
    hello: [
      `${hello} [zusammen|du|deskhand|auch]`,
      `[${hello}] (wie geht es dir|wie gehts|wie geht's|wie geht es|na wie gehts) [heute]`,
    ],
  },
  thanks: {
    thanks: [
      'danke [schön|dir|sehr|vielmals|für deine hilfe|für die hilfe]',
      'dankeschön',
      '(vielen|besten|herzlichen|tausend) dank [für deine hilfe|für die hilfe]',
      '(super|toll|prima|perfekt|klasse) danke',
      'ich danke dir',
    ],
  },
  goodbye: {
    goodbye: [
      '(tschüss|tschüs|tschau|ciao|auf wiedersehen|bis später|bis bald|bis morgen|bis dann|bis nachher|gute nacht|schlaf gut|mach es gut|machs gut|schönen (tag|abend) [noch]|schönes wochenende)',
    ],
  },
}
