import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AnswerSplitter, type AnswerPart } from './answer-splitter.ts'

const known = new Set(['live_weather', 'card', 'text', 'table', 'button', 'jit_widget'])

function split(...pieces: readonly string[]): AnswerPart[] {
  const splitter = new AnswerSplitter({ knows: (type) => known.has(type) })
  return joined([...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()])
}

/** Neighbouring pieces of one kind as one: where they were cut says nothing. */
function joined(parts: readonly AnswerPart[]): AnswerPart[] {
  const result: AnswerPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (last && 'delta' in last && 'delta' in part && last.type === part.type)
      result[result.length - 1] = { type: part.type, delta: last.delta + part.delta }
    else result.push(part)
  }
  return result
}

function proseIn(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.delta : '')).join('')
}

function componentsIn(parts: readonly AnswerPart[]): string[] {
  return parts.flatMap((part) => (part.type === 'component' ? [part.json] : []))
}

const weather = '{"type":"live_weather","city":"Oslo"}'
const card = '{"type": "card", "title": "A \\"quoted\\" {brace", "children": [{"type":"text","text":"```"}]}'

describe('components', () => {
  test.each([
    ['a fence of components', `\`\`\`components\n[${weather}, ${card}]\n\`\`\``],
    ['a fence of JSON', `\`\`\`json\n[${weather},\n ${card}]\n\`\`\`\n`],
    ['a fence without a name', `\`\`\`\n[${weather},${card}]\n\`\`\``],
    ['a fence on one line', `\`\`\`components [${weather},${card}]\`\`\``],
    ['objects one after the other', `\`\`\`components\n${weather}\n${card}\n\`\`\``],
    ['two lists', `\`\`\`json\n[${weather}]\n\`\`\`\n\`\`\`json\n[${card}]\n\`\`\``],
    ['the whole answer', `{"components": [${weather}, ${card}]}`],
    ['the whole answer in a fence', `\`\`\`json\n{"components": [${weather}, ${card}]}\n\`\`\``],
    ['a list without a fence', `[${weather}, ${card}]`],
    ['lines without a fence', `${weather}\n${card}`],
    ['one brace too many', `{"components": [${weather}}, ${card}]}`],
    ['one brace too many without a list', `${weather}}\n${card}}`],
    ['a fence that never closes', `\`\`\`components\n[${weather}, ${card}]`],
  ])('are read from %s', (_, answer) => {
    const parts = split(answer)
    expect(componentsIn(parts)).toEqual([weather, card])
    expect(proseIn(parts).trim()).toBe('')
  })

  test('are announced as soon as their type is known, before they are whole', () => {
    const splitter = new AnswerSplitter({ knows: (type) => known.has(type) })
    expect(splitter.push('Here it is:\n```components\n[{"type": "live_wea')).toEqual([
      { type: 'text', delta: 'Here it is:\n' },
    ])
    expect(splitter.push('ther", "ci')).toEqual([{ type: 'announce', key: 1, name: 'live_weather' }])
    expect(splitter.push('ty": "Oslo"}')).toEqual([
      { type: 'component', key: 1, json: '{"type": "live_weather", "city": "Oslo"}', cut: false },
    ])
  })

  test('stand between what is said before and after', () => {
    expect(split(`Before.\n\n\`\`\`components\n${weather}\n\`\`\`\nAfter.`)).toMatchObject([
      { type: 'text', delta: 'Before.\n\n' },
      { type: 'announce' },
      { type: 'component', json: weather },
      { type: 'text', delta: 'After.' },
    ])
    expect(split(`See ${weather} now`)).toMatchObject([
      { type: 'text', delta: 'See ' },
      { type: 'announce' },
      { type: 'component', json: weather },
      { type: 'text', delta: 'now' },
    ])
  })

  test('that break off are given as far as they came, never as prose', () => {
    expect(split('Look:\n{"type":"card","title":"Ha')).toMatchObject([
      { type: 'text', delta: 'Look:\n' },
      { type: 'announce', name: 'card' },
      { type: 'component', json: '{"type":"card","title":"Ha', cut: true },
    ])
    expect(split('{"ty')).toMatchObject([{ type: 'component', json: '{"ty', cut: true }])
    expect(split('```components\n{"type":"card","title":"Ha\n```\nAfter')).toMatchObject([
      { type: 'announce' },
      { type: 'component', cut: true },
      { type: 'text', delta: 'After' },
    ])
  })

  test('of a type that nobody knows are read from their own fence, for they are to be repaired or shown', () => {
    expect(componentsIn(split('```components\n[{"type":"hologram"}]\n```'))).toEqual(['{"type":"hologram"}'])
  })

  test('beside which something is said in JSON lose none of it', () => {
    const parts = split(`{"message": "Two of them:", "components": [${weather}]}`)
    expect(proseIn(parts)).toBe('Two of them:\n')
    expect(componentsIn(parts)).toEqual([weather])
  })

  test('are found when the type is not the first member, at the beginning of a line', () => {
    const written = '{"city": "Oslo", "type": "live_weather"}'
    expect(componentsIn(split(`So:\n${written}`))).toEqual([written])
  })
})

describe('prose', () => {
  test.each([
    'Plain text with {braces}, [links](https://example.org) and `{"type":"card"}` in code.',
    '- [ ] buy milk\n- [x] done\n[1] a note\n{curly} start',
    '```js\nconst a = {"type": "card"}\n```\nand more',
    '```json\n{"name": "deskhand", "version": "1.0.0"}\n```\n',
    '```\nplain code\n```\n',
    '```json\n{"type": "object", "properties": {"a": {"type": "string"}}}\n```',
    '{\n  "name": "x",\n  "nested": {"type": "card"}\n}\nis no component',
    '``` not a fence ``` but code',
    'a < b and <b>bold</b>\n<table>',
    '````markdown\n```components\n[]\n```\n````\nend',
    '{"type": "invoice", "total": 3}',
    '{ see this\n\nand that',
  ])('stays as it is: %j', (answer) => {
    expect(split(answer)).toEqual([{ type: 'text', delta: answer }])
  })

  test('goes out at once', () => {
    const splitter = new AnswerSplitter({ knows: () => true })
    expect(splitter.push('Hel')).toEqual([{ type: 'text', delta: 'Hel' }])
    expect(splitter.push('lo ')).toEqual([{ type: 'text', delta: 'lo ' }])
  })

  test('is told from thinking aloud', () => {
    expect(split('<think>Is it {"type":"card"}?</think>Yes.')).toEqual([
      { type: 'reasoning', delta: 'Is it {"type":"card"}?' },
      { type: 'text', delta: 'Yes.' },
    ])
  })
})

const fragment = fc.oneof(
  fc.constantFrom(
    weather,
    card,
    '```components\n',
    '```json\n',
    '```\n',
    '```',
    '`',
    '\n',
    '\n\n',
    '[',
    ']',
    '{',
    '}',
    ', ',
    '{"components":[',
    '{"type":"hologram"}',
    '<think>',
    '</think>',
    '<',
    '"',
    '\\',
    "'",
    ' text ',
    '{"a": 1}',
    '🙂',
  ),
  fc.string({ maxLength: 12 }),
)
const written = fc.array(fragment, { maxLength: 14 }).map((fragments) => fragments.join(''))

test('however the text is cut into pieces, the parts are the same', () => {
  fc.assert(
    fc.property(written, fc.array(fc.nat({ max: 12 }), { maxLength: 60 }), (text, lengths) => {
      const pieces: string[] = []
      let rest = text
      for (const length of lengths) {
        pieces.push(rest.slice(0, length))
        rest = rest.slice(length)
      }
      expect(split(...pieces, rest)).toEqual(split(text))
      expect(split(...text.split(''))).toEqual(split(text))
    }),
    { numRuns: 3_000 },
  )
})

test('each component is announced at most once and ends exactly once, in the order of its beginning', () => {
  fc.assert(
    fc.property(written, (text) => {
      const ended: number[] = []
      const announced: number[] = []
      for (const part of split(text)) {
        if (part.type === 'announce') {
          expect(announced).not.toContain(part.key)
          expect(ended).not.toContain(part.key)
          announced.push(part.key)
        }
        if (part.type === 'component') ended.push(part.key)
      }
      expect(ended).toEqual([...new Set(ended)].toSorted((a, b) => a - b))
      expect(ended).toEqual(expect.arrayContaining(announced))
    }),
    { numRuns: 3_000 },
  )
})
