import { expect, test } from 'vitest'
import { toSecondPerson } from './memory-answerer.ts'
import { recognizeFacts } from './recognize-facts.ts'

test.each([
  ['I live in Tokyo', 'home_city', 'Tokyo'],
  ["i'm living in new york now", 'home_city', 'New York'],
  ['I moved to Paris, Texas.', 'home_city', 'Paris, Texas'],
  ['I am from Oslo', 'home_city', 'Oslo'],
  ['I live in the Netherlands', 'home_city', 'the Netherlands'],
  ['I love jazz', 'likes', 'jazz'],
  ['My work email is ada@example.org', 'work_email', 'ada@example.org'],
  ['my e-mail address is a.b+c@mail.example.org.', 'email', 'a.b+c@mail.example.org'],
  ['My phone number is +47 22 33 44 55', 'phone', '+47 22 33 44 55'],
  ['call me Ada', 'name', 'Ada'],
  ['My name is grace hopper!', 'name', 'Grace Hopper'],
  ['Please remember that my birthday is on 10 December 1985', 'birthday', '10 December 1985'],
  ['I was born on 1985-12-10', 'birthday', '1985-12-10'],
  ["my mother's birthday is March 3rd", 'birthday_of:mother', 'March 3rd'],
  ['My wife is called Mei', 'relative:wife', 'Mei'],
  ["my dog's name is Rex", 'relative:dog', 'Rex'],
  ['My favourite team is Arsenal', 'favorite:team', 'Arsenal'],
  ['my favorite ice cream is pistachio', 'favorite:ice_cream', 'pistachio'],
  ["I'm allergic to nuts", 'allergy', 'nuts'],
  ['I have a peanut allergy', 'allergy', 'peanut'],
  ["I'm vegetarian", 'diet', 'vegetarian'],
  ['I work at the Observatory of Oslo', undefined, undefined],
  ['I work for Initech', 'workplace', 'Initech'],
  ['I work as a nurse', 'job', 'nurse'],
  ["I'm a software engineer", 'job', 'software engineer'],
  ['My currency is EUR', 'currency', 'EUR'],
  ['I prefer metric units', 'units', 'metric'],
  ['I use Fahrenheit', 'units', 'Fahrenheit'],
  ['my time zone is Europe/Oslo', 'time_zone', 'Europe/Oslo'],
  ['Our anniversary is June 5', 'anniversary', 'June 5'],
] as const)('%s', (sentence, kind, value) => {
  const { facts, only } = recognizeFacts(sentence)
  expect(facts.map((fact) => [fact.kind, fact.value])).toEqual(kind === undefined ? [] : [[kind, value]])
  expect(only).toBe(kind !== undefined)
})

test.each([
  'Do I live in Tokyo?',
  'where do I live',
  'translate "I live in Tokyo" to French',
  'What should I wear if I live in Oslo',
  'I live in fear of the dentist',
  'call me a taxi',
  'call me later',
  'call me when it is done',
  'I am tired',
  'I am not from here',
  'my wife is visiting Rome',
  'my boss is late',
  'I like it',
  'I like the second option',
  'I go by bus',
  'I love the way you work',
  'my email is broken',
  'I work from home',
  'write a poem: I live in a shoe',
  'df',
  '',
])('%j says nothing lasting', (sentence) => {
  expect(recognizeFacts(sentence).facts).toEqual([])
})

test('one message may say several things, alone or beside something else', () => {
  const two = recognizeFacts('Hi! I live in Oslo and my wife is called Mei. Thanks!')
  expect(two.facts.map(({ kind }) => kind)).toEqual(['home_city', 'relative:wife'])
  expect(two.only).toBe(true)
  const beside = recognizeFacts("I live in Oslo. What's the weather?")
  expect(beside).toMatchObject({ facts: [{ value: 'Oslo' }], only: false })
})

test.each([
  ['I live in Tokyo', 'you live in Tokyo'],
  ["I'm allergic to nuts", "you're allergic to nuts"],
  ['I am from Oslo', 'you are from Oslo'],
  ['I was born on 1985-12-10', 'you were born on 1985-12-10'],
  ['My work email is me.my@example.org', 'your work email is me.my@example.org'],
  ['Call me Ada', 'you are called Ada'],
])('"%s" is told back as "%s"', (sentence, told) => {
  expect(toSecondPerson(sentence)).toBe(told)
})
