import { expect, test } from 'vitest'
import { language } from './de/language.ts'
import { NumberReader } from './number-words.ts'
import { foldingOf } from './translator.ts'
import { ValueWords } from './value-words.ts'

const fold = foldingOf(language)
const words = new ValueWords(language, fold)
const numbers = new NumberReader(language.numbers, fold)

test.each([
  ['drei', 3],
  ['fünfundzwanzig', 25],
  ['fuenfundzwanzig', 25],
  ['hundert', 100],
  ['dreihundertfünfundzwanzig', 325],
  ['zweitausendvierundzwanzig', 2_024],
  ['einundzwanzigtausend', 21_000],
  ['anderthalb', 1.5],
  ['eineinhalb', 1.5],
  ['zweieinhalb', 2.5],
  ['dreißig', 30],
  ['dreissig', 30],
  ['achtung', undefined],
  ['zweidrei', undefined],
  ['zwanzigdreißig', undefined],
  ['einhorn', undefined],
])('the number %s is %s', (word, value) => {
  expect(numbers.read(fold(word))).toBe(value)
})

test.each([
  ['ersten', 1],
  ['dritten', 3],
  ['siebten', 7],
  ['zwanzigsten', 20],
  ['einundzwanzigsten', 21],
  ['zwölfte', 12],
  ['montag', undefined],
])('the rank %s is %s', (word, value) => {
  expect(numbers.readRank(fold(word))).toBe(value)
})

test.each([
  // Days
  ['morgen', 'tomorrow'],
  ['übermorgen', 'day after tomorrow'],
  ['uebermorgen', 'day after tomorrow'],
  ['morgen früh', 'tomorrow morning'],
  ['heute Morgen', 'this morning'],
  ['am Morgen', 'in the morning'],
  ['jeden Morgen', 'every morning'],
  ['nächsten Dienstag', 'next tuesday'],
  ['am 3. Mai', 'on 3 may'],
  ['am dritten Mai 2027', 'on 3 may 2027'],
  ['am 24.12.', 'on 24 december'],
  ['am 5.3.2027', 'on 5 march 2027'],
  ['in zwei Wochen', 'in 2 weeks'],
  ['Freitagabend', 'on friday evening'],
  // Times
  ['um halb sieben', 'at 6:30'],
  ['um halb eins', 'at 12:30'],
  ['viertel vor acht', 'quarter to 8'],
  ['um Viertel nach drei', 'at quarter past 3'],
  ['dreiviertel acht', '7:45'],
  ['fünf vor halb acht', '7:25'],
  ['um fünf nach halb acht', 'at 7:35'],
  ['18 Uhr 30', '18:30'],
  ['um 18.30 Uhr', 'at 18:30'],
  ['um neun', 'at 9'],
  ['morgen um 9 Uhr', "tomorrow at 9 o'clock"],
  // Lengths
  ['anderthalb Stunden', '1.5 hours'],
  ['eine halbe Stunde', 'half an hour'],
  ['5 Min', '5 minutes'],
  ['1,5 Stunden', '1.5 hours'],
  ['zwei Stunden und fünfzehn Minuten', '2 hours and 15 minutes'],
  // Repetitions
  ['jeden Morgen um acht', 'every morning at 8'],
  ['werktags', 'every weekday'],
  ['montags um 7', 'every monday at 7'],
  ['alle zwei Wochen', 'every 2 weeks'],
  ['jeden ersten Montag im Monat', 'every first monday of the month'],
  // Money and numbers
  ['12,50 Euro', '12.50 Euro'],
  ['1.234,56 €', '1234.56 €'],
  ['20 % von 84,50', '20 % of 84.50'],
  ['5 Meilen', '5 miles'],
  ['ein', 'ein'],
])('"%s" is "%s"', (said, english) => {
  expect(words.inEnglish(said).text).toBe(english)
})

test('a name is told as it was said', () => {
  expect(words.named('Tokio')).toEqual({ text: 'Tokyo', names: [['Tokyo', 'Tokio']] })
  expect(words.named('Ulm')).toEqual({ text: 'Ulm', names: [] })
})
