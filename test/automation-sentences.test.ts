import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rankTools } from '../src/features/tools/rank-tools.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { planAutomation } from '../src/features/workflows/planning/automations/plan-automation.ts'
import { understandByPhrases } from '../src/features/workflows/planning/understand-clause.ts'
import { Trigger } from '../src/features/workflows/triggers/schemas.ts'
import { createCalendarPlugin } from '../src/plugins/calendar/plugin.ts'
import { createComputerControl } from '../src/plugins/computer-control/plugin.ts'
import { createOrganizer } from '../src/plugins/organizer/plugin.ts'
import { plugins } from '../src/plugins/registry.ts'
import { parseExpression } from '../src/platform/expressions/parse.ts'
import { checkFor } from '../src/platform/validation/validation.ts'

// What the tools need to run is never asked for: they are only planned.
const nothing = new Proxy({}, { get: () => nothing }) as never
const catalog = new ToolCatalog({
  builtIn: [
    ...plugins,
    createOrganizer(nothing),
    createCalendarPlugin(nothing),
    createComputerControl(nothing),
  ],
  edition: 'linux',
})
const understand = understandByPhrases({ catalog, rank: rankTools })
const plan = (said: string) => planAutomation(said, { catalog, understand }, new AbortController().signal)

interface Line {
  readonly said: string
  readonly none?: true
  readonly starts?: readonly object[]
  /** Actions; `*` for each, `?` with a condition, `!` asks first. */
  readonly does?: string
  readonly left?: readonly string[]
  readonly asks?: readonly string[]
}

const lines = readFileSync(new URL('automation-sentences.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Line)

test.each(lines)('$said', async ({ said, none, starts = [], does = '', left = [], asks = [] }) => {
  const planned = await plan(said)
  if (none) return expect(planned).toBeUndefined()
  const actions = planned!.steps.map(
    ({ action, for_each, when, needs_human }) =>
      `${action}${for_each ? '*' : ''}${when === undefined ? '' : '?'}${needs_human ? '!' : ''}`,
  )
  expect({
    starts: planned!.triggers,
    does: actions.join(' '),
    left: planned!.unplanned,
    asks: planned!.questions,
  }).toEqual({
    starts: starts.map((trigger, index) => ({ id: `t${index + 1}`, ...trigger })),
    does,
    left,
    asks,
  })
})

const openings = ['when', 'whenever', 'as soon as', 'each time', 'every time', 'any time', 'once', 'if']
const events = [
  ['a PDF lands in Downloads', 'file'],
  ['a new csv file is saved in ~/Data', 'file'],
  ['I get mail from anna@example.org', 'mail'],
  ['an email with the subject "invoice" arrives', 'mail'],
  ['the disk is over 90% full', 'metric'],
  ['the feed https://example.org/rss has something new', 'feed'],
  ['a meeting starts', 'calendar'],
  ['my shopping list changes', 'store'],
  ["'Backup' fails", 'workflow'],
  ['a notification says "disk"', 'notification'],
  ['I say "good night"', 'chat'],
  ['the webhook is called', 'webhook'],
] as const
const actions = [
  ['tell me that it happened', ['NOTIFY_USER']],
  ['zip ~/Work to ~/work.zip and tell me to go home', ['COMPRESS_FILES', 'NOTIFY_USER']],
  ['copy ~/a.txt to ~/b.txt, then send me a notification saying "done"', ['COPY_FILE', 'NOTIFY_USER']],
] as const

test.each(events)('%s starts it, wherever it stands in the sentence', async (event, type) => {
  for (const opening of openings)
    for (const [action, expected] of actions)
      for (const sentence of [
        `${opening} ${event}, ${action}`,
        `${opening} ${event} ${action}`,
        `${action} ${opening} ${event}`,
        `Please ${opening} ${event}, then ${action}.`,
      ]) {
        const planned = await plan(sentence)
        const brief = [
          planned?.triggers.map((trigger) => trigger.type),
          planned?.steps.map((step) => step.action),
          planned?.unplanned,
        ]
        expect(brief, sentence).toEqual([[type], expected, []])
      }
})

test('every trigger passes the check of the interface, and its condition can be read', async () => {
  const check = checkFor(Trigger, 'body')
  for (const { said } of lines)
    for (const trigger of (await plan(said))?.triggers ?? []) {
      expect(check(structuredClone(trigger)), said).toEqual([])
      if (trigger.when !== undefined) parseExpression(trigger.when, { isKnown: (name) => name === 'event' })
    }
})
