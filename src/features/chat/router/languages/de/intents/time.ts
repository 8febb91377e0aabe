import type { Language } from '../../language.ts'

const on = '(auf|für|von|über|mit|:)'

export const timeIntents: Language['intents'] = {
  live_timer: {
    'timer for {seconds} [called {label}]': [
      `[<set>] [<a>] [neuen|neuer|kurzen] (timer|eieruhr|kurzzeitwecker|countdown) [${on}] {seconds:duration} [(für|namens|mit dem namen) [<my>] {label:label}] [ein]`,
      `[<a>] (timer|eieruhr|kurzzeitwecker|countdown) [${on}] {seconds:duration} [(für|namens) [<my>] {label:label}] <setting>`,
      `[<set>] [<a>] {seconds:duration} [lang] (timer|countdown) [für [<my>] {label:label}]`,
      `[<set>] [<a>] timer für [<my>] {label:label} [auf|von|mit|:] {seconds:duration} [ein]`,
      `[<set>] [<a>] (nudeltimer|pizzatimer|eiertimer|teetimer|küchentimer|kurzzeittimer) [${on}] {seconds:duration} [ein]`,
      '(weck|wecke|ruf|rufe|alarmier|alarmiere) (mich|uns) in {seconds:duration}',
      '{seconds:duration} timer',
      '(zähl|zähle) {seconds:duration} (runter|herunter)',
    ],
    'set a timer': ['[<set>] [<a>] (timer|eieruhr) [ein]', '[<a>] timer <setting>'],
    'timer until {moment}': ['[<set>] [<a>] timer bis {moment:moment} [ein]'],
  },
  alarm: {
    'wake me {moment}': [
      '(weck|wecke) (mich|uns) {moment:moment} [auf]',
      '(mich|uns) {moment:moment} [auf] wecken',
      '[<set>] [<a>] (wecker|alarm) [auf|für] {moment:moment} [ein]',
      '[<a>] (wecker|alarm) [auf|für] {moment:moment} <setting>',
      '[<set>] {moment:moment} [<a>] (wecker|alarm) [ein]',
      '{moment:moment} (aufstehen|aufwachen|geweckt werden|wach sein)',
      '(ich|wir) (muss|müssen|will|wollen|möchte|möchten) {moment:moment} [aufstehen|aufwachen|geweckt werden|wach sein]',
    ],
    'set an alarm': [
      '(weck|wecke) (mich|uns)',
      '<set> [<a>] (wecker|alarm) [ein]',
      '[<a>] (wecker|alarm) <setting>',
    ],
  },
  'alarm.remove': {
    'cancel my alarm': [
      '(lösch|lösche|entfern|entferne|stopp|stoppe|deaktivier|deaktiviere|stell|stelle|schalt|schalte|mach|mache) [<my>] (wecker|alarm) [aus|ab]',
      '[<my>] (wecker|alarm) (ausschalten|löschen|deaktivieren|stoppen|abstellen|aus)',
    ],
    'cancel the timer': [
      '(lösch|lösche|stopp|stoppe|beende|brich|schalt|schalte|mach|mache) [<my>] timer [aus|ab]',
      '[<my>] timer (ausschalten|löschen|stoppen|abbrechen|beenden|aus)',
    ],
    'cancel all timers': [
      '(lösch|lösche|stopp|stoppe|beende|brich) alle [<my>] timer [ab]',
      'alle [<my>] timer (ausschalten|löschen|stoppen|abbrechen|beenden)',
    ],
    'cancel all alarms': [
      '(lösch|lösche|stopp|stoppe|schalt|schalte|deaktivier|deaktiviere) alle [<my>] (wecker|alarme) [ab|aus]',
      'alle [<my>] (wecker|alarme) (ausschalten|löschen|deaktivieren)',
    ],
  },
  'timer.change': {
    'pause the timer': [
      '(pausier|pausiere|halt|halte) [<my>] timer [an]',
      '[<my>] timer (pausieren|anhalten)',
    ],
    'resume the timer': ['(setz|setze) [<my>] timer fort', '[<my>] timer fortsetzen'],
    'how much time is left on the timer': [
      'wie lange (läuft|geht) [<my>] timer noch',
      '<howmuch> zeit (ist|hat) [noch] [auf|bei] [<my>] timer [noch] [übrig]',
    ],
  },
  'alarm.show': {
    'what alarms are set': [
      '(welche|was für) (wecker|alarme) (sind gestellt|habe ich [gestellt]|gibt es|laufen)',
      '[<show>] [<my>] (wecker|alarme)',
      'wann (klingelt|läutet) <my> wecker',
    ],
  },
  stopwatch: {
    'start a stopwatch': [
      '[<set>] [<a>] stoppuhr [ein|öffnen]',
      '[<a>] stoppuhr (<setting>|<shown>)',
      '<show> [<a>] stoppuhr',
      '(stopp|stoppe|nimm) [die] zeit',
    ],
  },
  pomodoro: {
    'start a pomodoro': [
      '[<set>] [<a>] (pomodoro|pomodoro timer|fokustimer|fokus timer) [ein]',
      '[<a>] pomodoro <setting>',
    ],
  },
  live_clock: {
    'what time is it': [
      'wie spät (ist es|haben wir es|ist)',
      '(wie viel|wieviel) uhr (ist es|haben wir) [<now>]',
      'wie spät ist es <now>',
      '[aktuelle|die aktuelle|genaue] uhrzeit',
      'wie ist die [genaue] uhrzeit',
      '(was ist|hast du|<show>) die [genaue|aktuelle] (uhrzeit|zeit)',
      'wie spät es ist',
    ],
    'what time is it in {place}': [
      'wie spät (ist es|ist|haben sie es) [<now>] in {place:zone} [<now>]',
      '(wie viel|wieviel) uhr (ist es|haben sie) [<now>] in {place:zone} [<now>]',
      '[<show>|wie ist|was ist] [die] [aktuelle|genaue] (uhrzeit|zeit|ortszeit) [<now>] in {place:zone} [<now>]',
      'wie spät es [<now>] in {place:zone} ist',
    ],
    'what is the time difference between {place} and {other}': [
      '(wie groß|was|wie viel) ist [der] zeitunterschied zwischen {place:zone} und {other:zone}',
      '[der] zeitunterschied zwischen {place:zone} und {other:zone}',
    ],
  },
  date: {
    'what day is today': [
      '(welcher|was für ein) (tag|wochentag) ist heute',
      '(welchen|was für einen) (tag|wochentag) haben wir [heute]',
      'was ist heute für (ein|einen) (tag|datum|wochentag)',
      '(welches|was für ein) datum (ist|haben wir) [heute]',
      '(was|wie) ist [das] [heutige|aktuelle] datum [heute]',
      '[heutiges|aktuelles] datum [heute]',
      '(den|der) wievielten haben wir [heute]',
      'der wievielte ist heute',
    ],
    'what day is {day}': [
      '(welcher|was für ein) (tag|wochentag) (ist|war) [der|am] {day:day}',
      'was für (ein tag|ein wochentag) ist [der|am] {day:day}',
      'auf (welchen|was für einen) (tag|wochentag) fällt [der] {day:day}',
    ],
    'which week is it': [
      '(welche|was für eine|in welcher) (kalenderwoche|woche|kw) (ist [es|heute|gerade]|haben wir [gerade|heute]|sind wir)',
      '[aktuelle] kalenderwoche',
    ],
  },
  countdown: {
    'how many days until {day}': [
      '<howmuch> tage (sind es|bleiben|dauert es) [noch] bis [zu|zum|zur] {day:day}',
      '<howmuch> tage [noch] bis [zu|zum|zur] {day:day}',
      'wie lange (ist es|dauert es) [noch] bis [zu|zum|zur] {day:day}',
      'wie lange noch bis [zu|zum|zur] {day:day}',
      '[wie viele] tage bis [zu|zum|zur] {day:day}',
      '<howmuch> mal [werden wir] [noch] (schlafen|wach) bis [zu|zum|zur] {day:day}',
    ],
    'how many weeks until {day}': ['<howmuch> wochen (sind es [noch]|[noch]) bis [zu|zum|zur] {day:day}'],
    'when is {day} this year': ['wann ist [dieses jahr] {day:day} [dieses jahr]'],
  },
  'reminder.add': {
    'remind me {when} to {text}': [
      '(erinner|erinnere) (mich|uns) {when:moment} (an|ans|daran|dran) [dass ich] {text}',
      '(mich|uns) {when:moment} daran erinnern [dass ich] {text}',
      '(erinner|erinnere) (mich|uns) {when:moment} : {text}',
      '(mich|uns) {when:moment} (an|daran) {text} erinnern',
      '{when:moment} (an|daran) {text} erinnern',
      '[<set>] [<a>] erinnerung (für|auf|:) {when:moment} (an|:) {text} [ein]',
      '[<set>] [<a>] erinnerung {when:moment} (an|:) {text} [ein]',
      '[neue] erinnerung : {when:moment} {text}',
      '(erinner|erinnere) (mich|uns) (an|ans|daran|dran) [dass ich] {text} {when:moment}',
      '(mich|uns) (an|daran) {text} {when:moment} erinnern',
      '[<set>] [<a>] erinnerung an {text} [für|auf] {when:moment} [ein]',
      '(erinner|erinnere) (mich|uns) daran [dass ich] {when:moment} {text}',
      '(lass|lasse) mich {when:moment} nicht vergessen {text}',
      '{when:moment} (erinner|erinnere) mich (an|daran) {text}',
    ],
    'remind me': ['(erinner|erinnere) (mich|uns)', '<set> [<a>] erinnerung [ein]'],
    'remind me to {text}': [
      '(erinner|erinnere) (mich|uns) (an|ans|daran|dran) [dass ich] {text}',
      '(mich|uns) (an|daran) {text} erinnern',
      '[<set>] [<a>] erinnerung (an|:) {text} [ein]',
    ],
  },
  'schedule.add': {
    '{when} tell me the weather [in {city}]': [
      '{when:recurring} (sag|sage|zeig|zeige|schick|schicke) (mir|uns) das wetter [(in|für) {city:place}]',
      '(sag|sage|zeig|zeige|schick|schicke) (mir|uns) {when:recurring} das wetter [(in|für) {city:place}]',
      '{when:recurring} das wetter [(in|für) {city:place}] [zeigen|sagen]',
    ],
    '{when} tell me the news': [
      '{when:recurring} (sag|sage|zeig|zeige|lies) (mir|uns) die [neuesten|aktuellen] nachrichten [vor]',
      '(sag|sage|zeig|zeige|lies) (mir|uns) {when:recurring} die [neuesten|aktuellen] nachrichten [vor]',
      '{when:recurring} die [neuesten|aktuellen] nachrichten [zeigen|vorlesen]',
    ],
    '{when} show me my calendar': [
      '{when:recurring} (zeig|zeige) (mir|uns) (meinen|den|unseren) kalender',
      '(zeig|zeige) (mir|uns) {when:recurring} (meinen|den|unseren) kalender',
    ],
    '{when} tell me the price of {coin}': [
      '{when:recurring} [(sag|sage|zeig|zeige) (mir|uns)] den {coin:coin} (kurs|preis)',
      '(sag|sage|zeig|zeige) (mir|uns) {when:recurring} den {coin:coin} (kurs|preis)',
    ],
  },
  'reminder.clear': {
    'delete all my reminders': [
      '(lösch|lösche|entfern|entferne) alle [<my>] erinnerungen',
      'alle [<my>] erinnerungen löschen',
    ],
  },
  'reminder.show': {
    'show my reminders': [
      '[<show>] [alle] [<my>] erinnerungen [an]',
      '(welche|was für) erinnerungen (habe ich|gibt es|stehen an|sind gestellt)',
      'woran (erinnerst|musst|sollst) du mich [erinnern]',
      '[alle] <my> erinnerungen <shown>',
    ],
    'show my reminders for {day}': [
      '[<show>] [alle] [<my>] erinnerungen (für|von|am) {day:day}',
      '(welche|was für) erinnerungen (habe ich|gibt es) [für] {day:day}',
    ],
  },
  calendar_view: {
    'what is on my calendar {day}': [
      'was (steht|gibt es|ist|habe ich) {day:day} (in|im|auf) [<my>] (kalender|terminkalender|plan|programm) [los]',
      'was (steht|liegt|ist) {day:day} (an|los|im kalender)',
      'was (habe|hab) ich {day:day} [so] (vor|geplant|zu tun)',
      '(welche|was für|habe ich|hab ich) [irgendwelche] termine (habe ich|gibt es|stehen an) {day:day} [an]',
      '(habe|hab) ich {day:day} [irgendwelche] (termine|etwas vor|was vor|einen termin)',
      '[<show>] [alle] [<my>] (termine|kalender) (für|von|am) {day:day} [an]',
      '[<show>] [alle] [<my>] (termine|kalender) {day:day} [an]',
      '<my> termine {day:day}',
    ],
    'show my calendar': [
      '[<show>] [<my>] (kalender|terminkalender) [an]',
      '[<show>] [alle] <my> termine [an]',
      '[<my>] (kalender|termine) <shown>',
    ],
  },
  'calendar.add': {
    'add {title} to my calendar {moment}': [
      '(trag|trage|setz|setze|schreib|schreibe|pack|packe|leg|lege|erstell|erstelle|plan|plane|mach|mache) [<me>] [<a>] [termin :] {title} {moment:moment} [in] [<my>] [kalender] [ein|an]',
      '(trag|trage) [<me>] [für] {moment:moment} {title} [in] [<my>] [kalender] ein',
      '(trag|trage|setz|setze|schreib|schreibe|pack|packe) {title} {moment:moment} (in|auf) [<my>] kalender',
      '[neuer] termin : {title} {moment:moment}',
      'neuer termin {title} {moment:moment}',
    ],
    'add {what} mit {who} to my calendar {moment}': [
      '[neuer] {what:occasion} mit {who:name} {moment:moment}',
    ],
  },
}
