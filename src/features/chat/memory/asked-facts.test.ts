import { expect, test } from 'vitest'
import { askedFact } from './asked-facts.ts'

test.each([
  ["what's my work email", 'work_email'],
  ['What is my email address?', 'email'],
  ["what's my wife's name", 'relative:wife'],
  ['who is my best friend', 'relative:best_friend'],
  ['what is my dog called?', 'relative:dog'],
  ['Where do I live?', 'home_city'],
  ['do you know where I live', 'home_city'],
  ['do you remember my phone number', 'phone'],
  ['when is my birthday', 'birthday'],
  ["when is my mother's birthday?", 'birthday_of:mother'],
  ["what's my favourite ice cream", 'favorite:ice_cream'],
  ['what am I allergic to', 'allergy'],
  ['where do I work', 'workplace'],
  ['What car do I drive?', 'car'],
  ["what's my car", 'car'],
  ['what languages do I speak', 'speaks'],
  ["what's my ip address", undefined],
  ['what is my account number', undefined],
  ['who is my congressman', undefined],
  ['what is my schedule', undefined],
  ["what's Tom's email", undefined],
])('"%s" asks for %s', (message, kind) => {
  expect(askedFact(message)?.kind).toBe(kind)
})
