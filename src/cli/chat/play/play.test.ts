import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Component } from '../../../contract/component-schema.ts'
import { Terminal } from '../../terminal/terminal.ts'
import { isPlayed, play } from './play.ts'

const tty = () => Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 })

/** Plays it with these lines; each is typed when the prompt for it stands there. */
async function played(game: Component, typed: readonly string[]): Promise<string> {
  const [input, out] = [tty(), tty()]
  const terminal = new Terminal({ json: false, input, out, error: out, environment: { NO_COLOR: '1' } })
  expect(isPlayed(game, terminal)).toBe(true)
  let shown = ''
  const waiting = [...typed]
  out.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    if (/[:\]] $/.test(stripVTControlCharacters(shown)) && waiting.length > 0) {
      const line = waiting.shift()!
      setImmediate(() => input.write(`${line}\r`))
    }
  })
  await play(game, terminal)
  return stripVTControlCharacters(shown).replaceAll('\r', '')
}

const quiz = {
  type: 'quiz',
  title: 'Capitals',
  questions: [
    { question: 'Capital of Norway?', options: ['Bergen', 'Oslo'], answer: 1, explanation: 'Since 1814.' },
    { question: 'Capital of Chile?', options: ['Santiago', 'Lima', 'Quito'], answer: 0 },
  ],
}

test('a quiz is answered by letters or numbers, says at once what is right, and counts', async () => {
  const shown = await played(quiz, ['z', 'B', '3'])
  expect(shown).toContain('1. Capital of Norway?\n   a) Bergen\n   b) Oslo\n')
  expect(shown).toContain('Enter a letter from a to b, or q.')
  expect(shown).toContain('✔ Right.\n  Since 1814.')
  expect(shown).toContain('✖ No: a) Santiago')
  expect(shown).toContain('1 of 2 right.')
})

test('a quiz that is left says nothing about what was not asked', async () => {
  const shown = await played(quiz, ['q'])
  expect(shown).not.toContain('Chile')
  expect(shown).not.toContain('right.')
})

test('a card comes again until it is known', async () => {
  const cards = [
    { front: 'takk', back: 'thank you' },
    { front: 'hei', back: 'hello', hint: 'a greeting' },
  ]
  const shown = await played({ type: 'flashcards', cards, shuffle: false }, ['', 'n', '', 'y', '', 'y'])
  expect(shown.match(/takk/g)).toHaveLength(2)
  expect(shown).toContain('hei  (a greeting)')
  expect(shown).toContain('All 2 known. Repeated 1.')
})

test('two people play tic-tac-toe by the numbers of the cells', async () => {
  const shown = await played({ type: 'tic_tac_toe', opponent: 'person' }, ['1', '1', '4', '2', '5', '3'])
  expect(shown).toContain('Enter the number of a free cell, or q.')
  expect(shown).toContain(' x │ x │ x\n───┼───┼───\n o │ o │ 6\n')
  expect(shown).toContain('x wins.')
})

test('a perfect computer is not beaten', async () => {
  const game = { type: 'tic_tac_toe', difficulty: 'perfect' }
  const shown = await played(game, '1111222233334444555566667777888899999'.split(''))
  expect(shown).toMatch(/The computer wins\.|It's a draw\./)
})

test('text of a game cannot move the cursor', async () => {
  const sly = { ...quiz, questions: [{ question: 'a\u001B[2Jb', options: ['x', 'y'], answer: 0 }] }
  const [input, out] = [tty(), tty()]
  const terminal = new Terminal({ json: false, input, out, error: out, environment: { NO_COLOR: '1' } })
  let shown = ''
  out.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  input.end()
  await play(sly, terminal)
  expect(shown).toContain('a [2Jb')
})
