import { expect, test } from 'vitest'
import { readCalculation } from './arithmetic.ts'
import { isoDay, momentIn, partsIn, weekNumber } from './calendar.ts'
import { companyNamed, readCompany, readTicker } from './companies.ts'
import { readMoney } from './currencies.ts'
import { readDate } from './dates.ts'
import { durationText, readDuration } from './durations.ts'
import { languageNamed, readLanguages } from './languages.ts'
import { readNumbers, wordsToDigits } from './numbers.ts'
import { readPlace } from './places.ts'
import { readAddress, readFileName, readPath, readQuoted } from './quoted.ts'
import { readSport } from './sports.ts'
import { readTime } from './times.ts'
import { zoneOfPlace } from './time-zones.ts'
import { readConversion } from './units.ts'

const today = { year: 2026, month: 11, day: 15 }

test.each([
  ['twenty five minutes', '25 minutes'],
  ['two hundred and three', '203'],
  ['a hundred dollars', '100 dollars'],
  ['three thousand five hundred', '3500'],
  ['twenty-five', '25'],
  ['may twenty second', 'may 22nd'],
  ['the twelfth of may', 'the 12th of may'],
  ['thirty second timer', '30 second timer'],
  ['ten and five', '10 and 5'],
  ['four forty five pm', '4 45 pm'],
  ['a t-shirt and an umbrella', 'a t-shirt and an umbrella'],
  ['a constructor', 'a constructor'],
])('the words of "%s" become digits', (said, written) => {
  expect(wordsToDigits(said)).toBe(written)
})

test('numbers are found with thousands, decimals and k', () => {
  expect(readNumbers('1,250.5 and 3k but not v2')).toEqual([1_250.5, 3_000])
})

test.each([
  ['an hour and a half', 5_400],
  ['2h 30m', 9_000],
  ['ninety seconds', 90],
  ['half an hour', 1_800],
  ['a quarter of an hour', 900],
  ['5-minute', 300],
  ['two and a half hours', 9_000],
  ['a couple of minutes', 120],
  ['1,5 hours', 5_400],
  ['1,200 seconds', 1_200],
  ['1/2 hour', 1_800],
  ['1/2 an hour', 1_800],
  ['1 1/2 hours', 5_400],
  ['1 1⁄2 hours', 5_400],
  ['3/4 of an hour', 2_700],
  ['5m30s', 330],
  ['1h30m', 5_400],
  ['5 min 30', 330],
  ['an hour and 15', 4_500],
  ['5 minutes and 10 minutes', undefined],
  ['5 or 10 minutes', undefined],
  ['5 to 10 minutes', undefined],
])('%s is %d seconds', (said, seconds) => {
  expect(readDuration(said)?.seconds).toBe(seconds)
})

test('a duration is told in its largest units', () => {
  expect(durationText(5_430)).toBe('1 hour 30 minutes 30 seconds')
})

test.each([
  ['tomorrow', '2026-11-16'],
  ['next friday', '2026-11-20'],
  ['on sunday', '2026-11-15'],
  ['next sunday', '2026-11-22'],
  ['last monday', '2026-11-09'],
  ['march 5th', '2027-03-05'],
  ['the twenty second of may', '2027-05-22'],
  ['december 24', '2026-12-24'],
  ['24.12.2026', '2026-12-24'],
  ['12/24/2026', '2026-12-24'],
  ['2027-02-03', '2027-02-03'],
  ['in two weeks', '2026-11-29'],
  ['10 days ago', '2026-11-05'],
  ['the 20th', '2026-11-20'],
  ['the 3rd', '2026-12-03'],
  ['christmas', '2026-12-25'],
  ['thanksgiving', '2026-11-26'],
  ['easter', '2027-03-28'],
  ["mother's day", '2027-05-09'],
  ['april first two thousand and seventeen', '2017-04-01'],
])('%s is %s', (said, day) => {
  const found = readDate(said, today)
  expect(found && isoDay(found.day)).toBe(day)
})

test('no day is read where there is none', () => {
  expect(readDate('what is the weather like', today)).toBeUndefined()
  expect(readDate('february 31', today)).toBeUndefined()
})

test.each([
  ['7 am', 7, 0, true],
  ['half past seven', 7, 30, false],
  ['quarter to 9 pm', 20, 45, true],
  ['at 19:15', 19, 15, true],
  ['noon', 12, 0, true],
  ['midnight', 0, 0, true],
  ['ten in the evening', 22, 0, true],
  ['at six thirty', 6, 30, false],
  ["five o'clock", 5, 0, false],
  ['12 am', 0, 0, true],
  ['6 p.m.', 18, 0, true],
])('%s is %d:%d', (said, hour, minute, isExact) => {
  expect(readTime(said)).toMatchObject({ hour, minute, isExact })
})

test('a time of a zone is the moment at which its clocks show it, also beside a change of the clocks', () => {
  const moment = momentIn('Europe/Oslo', { year: 2026, month: 10, day: 25, hour: 12, minute: 0 })
  expect(moment.toISOString()).toBe('2026-10-25T11:00:00.000Z')
  expect(partsIn('Asia/Tokyo', moment)).toMatchObject({ day: 25, hour: 20 })
})

test('weeks are counted as ISO 8601 does', () => {
  expect(weekNumber({ year: 2026, month: 1, day: 1 })).toBe(1)
  expect(weekNumber({ year: 2027, month: 1, day: 1 })).toBe(53)
})

test.each([
  ['100 usd to eur', { amount: 100, from: 'USD', to: 'EUR' }],
  ['$50 in pounds', { amount: 50, from: 'USD', to: 'GBP' }],
  ['how many yen can i get for 250 dollars', { amount: 250, from: 'USD', to: 'JPY' }],
  ['euro to dollar', { from: 'EUR', to: 'USD' }],
  ['one hundred swiss francs in norwegian kroner', { amount: 100, from: 'CHF', to: 'NOK' }],
  ['what is five u. s. d. in cad', { amount: 5, from: 'USD', to: 'CAD' }],
])('the money of "%s"', (said, money) => {
  expect(readMoney(said)).toEqual(money)
})

test('words that are only sometimes money are none alone', () => {
  expect(readMoney('tell me a real story')).toBeUndefined()
  expect(readMoney('ten pounds of flour')).toBeUndefined()
})

test.each([
  ['5 miles in km', 8.04672],
  ['how many centimeters are in an inch', 2.54],
  ['32 degrees fahrenheit in celsius', 0],
  ['20°C in °F', 68],
  ['8 ounces in cups', 1],
  ['how many minutes in two hours', 120],
  ['1.5 GB to MB', 1_500],
  ['1 ha in ac', 2.471054],
  ['2 GiB in MiB', 2_048],
  ['11 st in kg', 69.853225],
])('%s is %d', (said, result) => {
  expect(readConversion(said)?.result).toBeCloseTo(result, 6)
})

test('the first of a month is no weight', () => {
  expect(readConversion('1st in kg')).toBeUndefined()
})

test('units of different kinds do not convert', () => {
  expect(readConversion('5 miles in liters')).toBeUndefined()
})

test.each([
  ['what is 17% of 230', 39.1],
  ['30% off 279', 195.3],
  ['twenty four times twenty four', 576],
  ['2 + 2 * 3', 8],
  ['(3+4)*2', 14],
  ['-3 ^ 2', -9],
  ['2 ^ 3 ^ 2', 512],
  ['the square root of 144', 12],
  ['8 factorial', 40_320],
  ['subtract 5 from 20', 15],
  ['10 mod 4', 2],
  ['what percent of 80 is 20', 25],
  ['0.1 + 0.2', 0.3],
])('%s is %d', (said, result) => {
  expect(readCalculation(said)?.result).toBe(result)
})

test.each(['what is love', '5', '2 +', 'process.exit(1) + 1', '400! * 2'])(
  '"%s" is no calculation',
  (said) => {
    expect(readCalculation(said)).toBeUndefined()
  },
)

test('companies are known by name and ticker, common words only where shares are spoken of', () => {
  expect(companyNamed('Coca-Cola')?.symbol).toBe('KO')
  expect(readCompany('how is berkshire hathaway doing', { aboutShares: false })?.symbol).toBe('BRK-B')
  expect(readCompany('i ate an apple', { aboutShares: false })).toBeUndefined()
  expect(readCompany('apple stock', { aboutShares: true })?.symbol).toBe('AAPL')
  expect(readTicker('price of $amd')).toBe('AMD')
  expect(readTicker('how is TSLA today')).toBe('TSLA')
})

test.each([
  ['what is the weather like in new york tomorrow', 'New York'],
  ['will it rain in oslo this weekend', 'Oslo'],
  ['weather in San Francisco for the next 7 days', 'San Francisco'],
  ['paris weather', 'Paris'],
  ['weather bergen', 'Bergen'],
  ['is it cold in rio de janeiro right now', 'Rio de Janeiro'],
  ['how hot is it outside', undefined],
  ['do i need an umbrella in the morning', undefined],
  ['what is the forecast for the weekend', undefined],
])('the place of "%s" is %s', (said, place) => {
  expect(readPlace(said)).toBe(place)
})

test('zones are known for cities, countries, states and abbreviations', () => {
  expect(zoneOfPlace('Oslo')).toBe('Europe/Oslo')
  expect(zoneOfPlace('houston, tx')).toBe('America/Chicago')
  expect(zoneOfPlace('the uk')).toBe('Europe/London')
  expect(zoneOfPlace('pst')).toBe('America/Los_Angeles')
  expect(zoneOfPlace('Atlantis')).toBeUndefined()
})

test('languages are found by their names', () => {
  expect(languageNamed('the Norwegian language')).toBe('no')
  expect(readLanguages('from english into german').map(({ code }) => code)).toEqual(['en', 'de'])
})

test('a sport is known by its league or team', () => {
  expect(readSport('did the lakers win')).toEqual({ sport: 'basketball', team: 'Lakers' })
  expect(readSport('premier league results')).toEqual({ sport: 'soccer', league: 'eng.1' })
  expect(readSport('my sister')).toBeUndefined()
})

test('quoted text, paths, file names and addresses are found as they are written', () => {
  expect(readQuoted("say 'it's late' in French")).toBe("it's late")
  expect(readQuoted("what's mom's number")).toBeUndefined()
  expect(readPath('copy ~/a b.txt')).toBe('~/a')
  expect(readPath('a/b testing')).toBeUndefined()
  expect(readFileName('open Budget-2026.xlsx, please')).toBe('Budget-2026.xlsx')
  expect(readAddress('see https://example.com/a?b=c.')).toBe('https://example.com/a?b=c')
  expect(readAddress('feed example.org/rss')).toBe('https://example.org/rss')
})

test.each([
  // The clocks show it twice: the first of both.
  ['Europe/Berlin', '2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01 01:30', '2026-11-01T05:30:00.000Z'],
  ['Pacific/Auckland', '2026-04-05 02:30', '2026-04-04T13:30:00.000Z'],
  // They never show it: as much later as they leap.
  ['Europe/Berlin', '2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-03-08 02:30', '2026-03-08T07:30:00.000Z'],
  ['Africa/Cairo', '2026-04-24 00:30', '2026-04-23T22:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25 03:00', '2026-10-25T02:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01 00:00', '2025-12-31T18:15:00.000Z'],
])('in %s the clocks show %s at %s', (timeZone, shown, moment) => {
  const [year, month, day, hour, minute] = shown.split(/\D/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  expect(momentIn(timeZone, { year, month, day, hour, minute }).toISOString()).toBe(moment)
})

test('a word such as "us" is no money beside money that is named', () => {
  expect(readMoney('tell us 5 eur in usd')).toEqual({ amount: 5, from: 'EUR', to: 'USD' })
})

test('what has no end is no result', () => {
  expect(readConversion('0 mpg in l/100km')).toBeUndefined()
})
