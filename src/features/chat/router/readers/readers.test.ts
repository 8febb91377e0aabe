import { expect, test } from 'vitest'
import { readSlots } from '../grammar/grammar.ts'
import { normalize } from '../normalize.ts'
import { spellingCorrection } from '../spelling.ts'
import { whenOf } from './reader.ts'

/** A Sunday, ten in the morning. */
const when = whenOf({ now: new Date('2026-11-15T09:00:00Z'), timeZone: 'Europe/Oslo' })
const correct = spellingCorrection(() => false)

function read(intent: string, said: string) {
  return readSlots(intent, normalize(said, correct), when)
}

test.each([
  ['weather in gdansk tmrw', { city: 'Gdansk', focus: 'daily' }],
  ['is it snowing in Ålesund rn', { city: 'Ålesund', focus: 'current' }],
  ['is it going to be windy on friday', { focus: 'daily' }],
  ['the weather was awful last night', { focus: 'current' }],
  ['WEATHER IN OSAKA', { city: 'Osaka', focus: 'current' }],
  ['weather poznan', { city: 'Poznan', focus: 'current' }],
  ['will it rain over the weekend in bath', { city: 'Bath', focus: 'daily' }],
  ['how hot does it get from june to august in seville', { city: 'Seville', focus: 'current' }],
])('the place of "%s"', (said, slots) => {
  expect(read('live_weather', said)).toEqual(slots)
})

test.each([
  ['5k yen in eur', { amount: 5_000, from: 'JPY', to: 'EUR' }],
  ['2.5k usd to gbp', { amount: 2_500, from: 'USD', to: 'GBP' }],
  ['how much is 1,200 kroner in pounds', { amount: 1_200, from: 'NOK', to: 'GBP' }],
])('the amount of "%s"', (said, slots) => {
  expect(read('currency_converter', said)).toEqual(slots)
})

test.each([
  ['todays headlines', {}],
  ['catch me up on the news', {}],
  ['what are they saying about the budget in the news', { topic: 'the budget' }],
  ['anything new about the volcano in iceland', { topic: 'the volcano in iceland' }],
  ['science news', { topic: 'science' }],
])('the topic of "%s"', (said, slots) => {
  expect(read('news_ticker', said)).toEqual(slots)
})

test('a word is what is asked for, not who says it', () => {
  expect(read('dictionary', 'what do people mean by schadenfreude')).toEqual({ word: 'schadenfreude' })
  expect(read('dictionary', 'what does schadenfreude mean')).toEqual({ word: 'schadenfreude' })
})

test('a text to translate may stand behind a colon', () => {
  expect(read('translator', 'translate this into dutch: the bridge is closed')).toEqual({
    text: 'the bridge is closed',
    target: 'nl',
  })
  expect(read('translator', 'how do they say thanks in Finland')).toEqual({ text: 'thanks', target: 'fi' })
})

test.each([
  ['what do you get if you multiply 6 by 7', 42],
  ['add 1 and 2 and 3 and 4 together', 10],
  ['the sum of 10, 20 and 30', 60],
  ['what is the average of 2, 4 and 9', 5],
  ['how much do 15 and 27 make', 42],
  ['does 6 times 7 equal 42', 42],
])('"%s" is worked out', (said, result) => {
  expect(read('calculator', said)).toMatchObject({ result })
})

test('a bill is split among a number without a word for people', () => {
  expect(read('tip_calculator', 'tip on 80 split between 5')).toMatchObject({ bill: 80, people: 5 })
  expect(read('tip_calculator', 'split 90 dollars among three with a 10% tip')).toMatchObject({
    bill: 90,
    people: 3,
    tip_percent: 10,
  })
})

test.each([
  ['we are out of soy sauce, put it on the shopping list', { list: 'shopping', items: ['soy sauce'] }],
  ['add feeding the cat to my todos', { list: 'todo', items: ['feeding the cat'] }],
  ['put stapler on my work list', { list: 'work', items: ['stapler'] }],
  ['include mustard in the groceries', { list: 'shopping', items: ['mustard'] }],
  ['on my birthday list put a kite', { list: 'birthday', items: ['a kite'] }],
  ['task: call the bank', { list: 'todo', items: ['call the bank'] }],
])('"%s" adds to the right list', (said, { list, items }) => {
  expect(read('list.add', said)).toMatchObject({ list: { id: list }, items })
})

test.each([
  ['get rid of butter on the groceries list', { list: 'shopping', items: ['butter'] }],
  ['i already bought rice, take it off the shopping list', { list: 'shopping', items: ['rice'] }],
])('"%s" takes off what is meant', (said, { list, items }) => {
  expect(read('list.remove', said)).toMatchObject({ list: { id: list }, items })
})

test('a list is the one that was named, also when a shop is in its name', () => {
  expect(read('list.show', 'open my hardware store list')).toEqual({
    list: { id: 'hardware-store', title: 'Hardware store' },
  })
  expect(read('list.show', 'what is on my weekly grocery list')).toMatchObject({ list: { id: 'shopping' } })
  expect(read('list.show', 'what is on the store list')).toMatchObject({ list: { id: 'shopping' } })
})

test('what was done is ticked off, also when it is only called "it"', () => {
  expect(read('list.complete', 'i finished the tax form, mark it done on my todo list')).toMatchObject({
    items: ['tax form'],
  })
})

test('an alarm is never in the past', () => {
  expect(read('alarm', 'make sure i am awake at 9 on sunday')).toEqual({ target: '2026-11-22T08:00:00.000Z' })
  expect(read('alarm', 'set an alarm for 9 today')).toEqual({ target: '2026-11-15T20:00:00.000Z' })
  expect(read('alarm', 'set an alarm every weekday at 7')).toEqual({
    due: '2026-11-16T06:00:00.000Z',
    repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  })
})

test('a reminder may begin with the word', () => {
  expect(read('reminder.add', 'reminder: put the bins out tonight')).toEqual({
    text: 'put the bins out',
    due: '2026-11-15T19:00:00.000Z',
  })
})

test('hours ahead of us are those of a place', () => {
  expect(read('live_clock', 'how many hours ahead of us is Seoul')).toMatchObject({
    places: [{ label: 'Seoul', time_zone: 'Asia/Seoul' }],
  })
})

test('a month is shown as a month', () => {
  expect(read('calendar_view', 'show me march in the calendar')).toMatchObject({
    view: 'month',
    from: '2027-03-01',
    to: '2027-04-01',
  })
})

test('a file is searched by its name alone', () => {
  expect(read('SEARCH_FILES', 'look for a file called old_lease')).toEqual({ query: 'old_lease' })
})

test('flashcards about nothing have no topic', () => {
  expect(read('flashcards', 'study with flashcards')).toEqual({})
  expect(read('flashcards', 'flashcards about rivers')).toEqual({ topic: 'rivers' })
})

test.each([
  ['timer for 1 hour 15 minutes and 30 seconds', { seconds: 4_530 }],
  ['three and a half minute timer', { seconds: 210 }],
  ['timer for three quarters of an hour', { seconds: 2_700 }],
  ['set a 1:30 timer', { seconds: 90 }],
  ['start a 10-minute timer for the rice', { seconds: 600, label: 'Rice' }],
])('how long "%s" is', (said, slots) => {
  expect(read('live_timer', said)).toEqual(slots)
})

test.each([
  ['5 foot 7 in cm', { value: 67, from: 'in', to: 'cm', result: 170.18 }],
  ['11 stone 4 pounds in kg', { value: 158, from: 'lb', to: 'kg' }],
  ['100 degrees f to c', { value: 100, from: '°F', to: '°C' }],
  ['half a gallon in litres', { value: 0.5, from: 'gal', to: 'l' }],
  ['1/4 cup in ml', { value: 0.25, from: 'cup', to: 'ml' }],
  ['a 10k in miles', { value: 10, from: 'km', to: 'mi' }],
])('what "%s" converts', (said, slots) => {
  expect(read('unit_converter', said)).toMatchObject(slots)
})

test.each([
  ['what date is the second friday of next month', '2026-12-11'],
  ['what date is the last monday of january', '2027-01-25'],
  ['what day is it the day after tomorrow', '2026-11-17'],
])('the day of "%s"', (said, date) => {
  expect(read('date', said)).toMatchObject({ date })
})

test('the week after next is the second one that begins on a Monday to come', () => {
  expect(read('calendar_view', 'my schedule the week after next')).toMatchObject({
    view: 'week',
    from: '2026-11-23',
    to: '2026-11-30',
  })
})

test('a day at the end of a reminder is when, not what', () => {
  expect(read('reminder.add', 'remind me to call the vet on 3 december at 2pm')).toEqual({
    text: 'call the vet',
    due: '2026-12-03T13:00:00.000Z',
  })
})

test('places are known with their marks, and a time of one place is shown in another', () => {
  expect(read('live_clock', 'time in são paulo')).toMatchObject({
    places: [{ time_zone: 'America/Sao_Paulo' }],
  })
  expect(read('live_clock', 'what is 3pm pst in cet')).toMatchObject({
    places: [{ label: 'PST' }, { label: 'CET' }],
    time: { hour: 15, minute: 0 },
  })
  expect(read('live_clock', 'is it morning in sydney yet')).toMatchObject({
    places: [{ time_zone: 'Australia/Sydney' }],
  })
})

test.each([
  ['is it cold in New Delhi in january', 'New Delhi'],
  ['weather for 90210', '90210'],
  ['forecast, san jose costa rica', 'San Jose Costa Rica'],
])('the city of "%s"', (said, city) => {
  expect(read('live_weather', said)).toMatchObject({ city })
})

test('what stands in quotes is one entry', () => {
  expect(read('list.add', 'put "mac and cheese" on the grocery list')).toMatchObject({
    items: ['mac and cheese'],
  })
})

test('a list is not guessed from what an entry says', () => {
  expect(read('list.complete', 'mark buy flowers as done')).toEqual({ items: ['buy flowers'] })
  expect(read('list.show', 'is there any milk on the shopping list')).toMatchObject({ item: 'milk' })
})

test('dice may be counted in words', () => {
  expect(read('dice_roller', 'roll four d8 plus 3')).toEqual({ count: 4, sides: 8, modifier: 3 })
})

test('a file may have spaces in its name when it is quoted', () => {
  expect(read('file.open', 'open "Annual report 2025.pdf"')).toEqual({
    name: 'Annual report 2025.pdf',
    isQuoted: true,
  })
  expect(read('SEARCH_FILES', 'where did i save the wedding photos')).toEqual({ query: 'wedding' })
  expect(read('SEARCH_FILES', 'find my photos')).toEqual({ query: 'images' })
})

test('an amount may be said in two parts', () => {
  expect(read('budget.add', 'i spent twelve fifty on lunch')).toMatchObject({
    payments: [{ amount: 12.5, text: 'lunch' }],
  })
})

test('a person has a name before the number', () => {
  expect(read('contact.add', 'add Mei Chen, phone 555 0199 to my contacts')).toMatchObject({
    name: 'Mei Chen',
    phone: '555 0199',
  })
})

test('what is in another language is translated into ours', () => {
  expect(read('translator', 'translate "où est la gare" from french')).toEqual({
    text: 'où est la gare',
    source: 'fr',
    target: 'en',
  })
})
