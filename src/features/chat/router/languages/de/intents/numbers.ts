import type { Language } from '../../language.ts'

const tip = '(trinkgeld|tip)'
const shared = '[[(für|auf|durch)] {people:number} (personen|leute|leuten)|(für|auf|durch) {people:number}]'

export const numberIntents: Language['intents'] = {
  calculator: {
    '{sum}': [
      '<what_is> {sum:calculation} [aus]',
      '{sum:calculation}',
      '{sum:calculation} (ausrechnen|berechnen|rechnen)',
    ],
    calculator: ['(mach|mache) [den|einen] taschenrechner auf', '[<show>|starte] [den|einen] taschenrechner'],
  },
  unit_converter: {
    '{from} in {to}': [
      '[<what_is>|rechne|konvertiere|wandle|wandel] {from:measure} (in|zu|nach) {to:measure} [um]',
      '{from:measure} in {to:measure} (umrechnen|umwandeln)',
      '<howmuch> {to:measure} (sind|ist|hat|haben|ergeben) {from:measure}',
      '(was|<howmuch>) (ist|sind) {from:measure} in {to:measure}',
      'wie (lang|schwer|hoch|groß|weit|warm|schnell) (ist|sind) {from:measure} in {to:measure}',
    ],
  },
  coin_flip: {
    'flip {count} coins': ['(wirf|werf|werfe) [<me>] {count:number} münzen'],
    'flip a coin': [
      '(wirf|werf|werfe|schnipp|schnippe) [<me>] (eine|die|ne) münze',
      '(eine|die) münze werfen',
      'münzwurf',
      'kopf oder zahl',
    ],
  },
  dice_roller: {
    'roll {count} dice': [
      '(würfel|würfle|würfele|wirf) [<me>] [mit] {count:number} (würfel|würfeln)',
      '(mit) {count:number} würfeln würfeln',
    ],
    'roll a dice': [
      '(würfel|würfle|würfele) [<me>] [einmal]',
      '(wirf|roll|rolle) [<me>] (einen|den) würfel',
      'einen würfel werfen',
    ],
  },
  random_number: {
    'random number between {low} and {high}': [
      '[nenn|nenne|gib|<show>|generier|generiere|wähl|wähle] [<me>] [eine] (zufallszahl|zufällige zahl|zahl) (zwischen|von) {low:number} (und|bis) {high:number}',
    ],
    'random number': [
      '[nenn|nenne|gib|generier|generiere] [<me>] (eine zufallszahl|eine zufällige zahl|zufallszahl|irgendeine zahl)',
    ],
  },
  password_generator: {
    'make a {length} character password': [
      '[erstell|erstelle|generier|generiere|erzeug|erzeuge|mach|mache|gib] [<me>] [ein|neues] [neues|sicheres|starkes|gutes] (passwort|kennwort) mit {length:number} (zeichen|stellen|buchstaben)',
    ],
    'make a strong password': [
      '(erstell|erstelle|generier|generiere|erzeug|erzeuge|mach|mache|gib) [<me>] (ein|neues) [neues|sicheres|starkes|gutes|zufälliges] (passwort|kennwort)',
      '(neues|sicheres|starkes) (passwort|kennwort)',
      '[ich brauche] ein [neues|sicheres|starkes|gutes] (passwort|kennwort) [erstellen|generieren]',
      'passwortgenerator',
    ],
  },
  tip_calculator: {
    '{percent} tip on {bill} [for {people} people]': [
      `{percent:percent} ${tip} (auf|für|von|bei) {bill:money} ${shared}`,
      `(wie viel|wieviel|was) (ist|sind|macht|wären) {percent:percent} ${tip} (auf|für|von|bei) {bill:money} ${shared}`,
      `${tip} [von] {percent:percent} (auf|für|von|bei) {bill:money} ${shared}`,
      `[rechnung|rechnung von|rechnung über] {bill:money} [mit|plus|und] {percent:percent} ${tip} ${shared}`,
      `[rechnung|rechnung von|rechnung über] {bill:money} ${shared} [mit|plus|und] {percent:percent} ${tip}`,
    ],
    'tip on {bill} [for {people} people]': [
      `(wie viel|wieviel) ${tip} [gebe ich|gibt man|soll ich geben|sollte ich geben] (auf|für|bei) {bill:money} ${shared}`,
      `${tip} (auf|für|bei) {bill:money} ${shared}`,
    ],
    'split a bill of {bill} between {people} people': [
      `(teil|teile|splitte) (die|eine|unsere) rechnung [von|über] {bill:money} (durch|auf|unter|zwischen) {people:number} [personen|leute|leuten] [auf]`,
    ],
  },
}
