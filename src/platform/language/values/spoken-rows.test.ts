import { expect, test } from 'vitest'
import { readRows } from './spoken-rows.ts'

test.each([
  [
    'Ann 31, Bob 42',
    2,
    [
      ['Ann', 31],
      ['Bob', 42],
    ],
  ],
  [
    'Ann 31 and Bob 42',
    2,
    [
      ['Ann', 31],
      ['Bob', 42],
    ],
  ],
  [
    'Ann Berg 31, Bob de Wit 42.',
    2,
    [
      ['Ann Berg', 31],
      ['Bob de Wit', 42],
    ],
  ],
  [
    'Ann: 31, Bob: 42',
    2,
    [
      ['Ann', 31],
      ['Bob', 42],
    ],
  ],
  [
    'Ann is 31, Bob is 42',
    2,
    [
      ['Ann', 31],
      ['Bob', 42],
    ],
  ],
  [
    'Ann, Oslo, 31; Bob, New York, 42',
    3,
    [
      ['Ann', 'Oslo', 31],
      ['Bob', 'New York', 42],
    ],
  ],
  [
    'Ann, 31\nBob, 42',
    2,
    [
      ['Ann', 31],
      ['Bob', 42],
    ],
  ],
  ['Ann, 31', 2, [['Ann', 31]]],
  [
    'rent 1,200, food 350.50',
    2,
    [
      ['rent', 1_200],
      ['food', 350.5],
    ],
  ],
  ['milk, eggs, bread', 1, [['milk'], ['eggs'], ['bread']]],
  ['"Ann" 007', 2, [['"Ann"', '007']]],
  // As a form of cells fills it in: commas in quotes, empty cells and empty rows.
  [
    '"Berg, Ann", "31"; "Bob", ""; "", ""',
    2,
    [
      ['Berg, Ann', 31],
      ['Bob', ''],
    ],
  ],
])('%s is %j', (text, width, rows) => {
  expect(readRows(text, width)).toEqual(rows)
})

test.each([
  ['', 2],
  ['Ann', 2],
  ['Ann 31, Bob', 2],
  // Where the name ends, nobody knows.
  ['Ann Berg Oslo', 2],
  ['Ann, Oslo; Bob', 2],
])('%j has no rows of %d cells', (text, width) => {
  expect(readRows(text, width)).toBeUndefined()
})
