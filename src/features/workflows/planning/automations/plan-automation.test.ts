import { expect, test } from 'vitest'
import { evaluateCondition } from '../../../../platform/expressions/evaluate.ts'
import { parseExpression } from '../../../../platform/expressions/parse.ts'
import { createOrganizer } from '../../../../plugins/organizer/plugin.ts'
import { plugins } from '../../../../plugins/registry.ts'
import { rankTools } from '../../../tools/rank-tools.ts'
import { ToolCatalog } from '../../../tools/tool-catalog.ts'
import { understandByPhrases } from '../understand-clause.ts'
import { planAutomation } from './plan-automation.ts'

// What the tools need to run is never asked for: they are only planned.
const catalog = new ToolCatalog({
  builtIn: [...plugins, createOrganizer({} as never)],
  edition: 'linux',
})
const understand = understandByPhrases({ catalog, rank: rankTools })

async function plan(sentence: string) {
  const planned = await planAutomation(sentence, { catalog, understand }, new AbortController().signal)
  return planned!
}

function holds(condition: string | undefined, names: Readonly<Record<string, unknown>>): boolean {
  const lookup = (name: string) => (Object.hasOwn(names, name) ? { value: names[name] } : undefined)
  return evaluateCondition(parseExpression(condition!), { lookup })
}

test('a condition about the text of a file reads it first, and what follows is skipped with it', async () => {
  const { triggers, steps } = await plan(
    'when a PDF lands in Downloads, move it to Documents/Invoices if its text says invoice, and tell me',
  )
  expect(triggers).toMatchObject([{ id: 't1', type: 'file', path: '~/Downloads', events: ['created'] }])
  expect(steps).toMatchObject([
    { id: 'read', action: 'READ_PDF', args: { path: '$event.path' }, depends_on: [] },
    {
      id: 'move',
      args: { path: '$event.path', to: '~/Documents/Invoices/$event.name' },
      depends_on: ['read'],
    },
    { id: 'notify', action: 'NOTIFY_USER', depends_on: ['move'] },
  ])
  expect(holds(triggers[0]!.when, { event: { name: 'Bill.PDF' } })).toBe(true)
  expect(holds(triggers[0]!.when, { event: { name: 'bill.txt' } })).toBe(false)
  const pages = (...texts: string[]) => ({ read: { pages: texts.map((text) => ({ text })) } })
  expect(holds(steps[1]!.when, pages('a letter', 'INVOICE 7'))).toBe(true)
  expect(holds(steps[1]!.when, pages('a letter'))).toBe(false)
  expect(holds(steps[1]!.when, pages())).toBe(false)
})

test('one of both branches runs, and the next sentence waits for both', async () => {
  const { steps } = await plan(
    'when a docx lands in ~/In, copy it to ~/A if it mentions rent, otherwise copy it to ~/B. Then tell me.',
  )
  const [, yes, no, after] = steps
  for (const text of ['the Rent', 'a letter'])
    expect(holds(yes!.when, { read: { text } })).not.toBe(holds(no!.when, { read: { text } }))
  expect([yes!.depends_on, no!.depends_on]).toEqual([['read'], ['read']])
  expect(after!.depends_on).toEqual([yes!.id, no!.id])
  expect(after!.when).toBeUndefined()
})

test('a mail is known by its sender, and steps are about that mail', async () => {
  const { triggers, steps } = await plan(
    'whenever I get mail from anna@example.org or Bob, save its attachments to ~/Anna unless its subject contains draft',
  )
  const from = (address: string, name: string | null) => ({ event: { from: address, from_name: name } })
  expect(holds(triggers[0]!.when, from('Anna@Example.org', null))).toBe(true)
  expect(holds(triggers[0]!.when, from('b@example.org', 'Bob Brown'))).toBe(true)
  expect(holds(triggers[0]!.when, from('eve@example.org', null))).toBe(false)
  expect(steps[0]).toMatchObject({
    action: 'DOWNLOAD_ATTACHMENT',
    args: { email_id: '$event.message_id', folder: '$event.folder', save_dir: '~/Anna' },
  })
  expect(holds(steps[0]!.when, { event: { subject: 'A Draft' } })).toBe(false)
})

test('each of several files is gone through, with what was read of it', async () => {
  const { steps } = await plan(
    'for each PDF in ~/Scans, move it to ~/Legal if it mentions contract, then tell me',
  )
  expect(steps).toMatchObject([
    { action: 'SEARCH_FILES', args: { query: '*.pdf', path: '~/Scans', max_depth: 1 } },
    { action: 'READ_PDF', for_each: { in: '$search.results', as: 'file' }, args: { path: '$file.path' } },
    { action: 'CREATE_FOLDER', args: { path: '~/Legal' } },
    { action: 'MOVE_FILE', for_each: { in: '$read.items', as: 'file' }, args: { path: '$file.data.path' } },
    { action: 'NOTIFY_USER', args: { message: '$move.completed files are done.' } },
  ])
  expect(steps.at(-1)!.for_each).toBeUndefined()
})

test.each([
  ['when a PDF lands in Downloads, tell me', '$event.path'],
  ['when a PDF lands in Downloads, move it to ~/PDFs and tell me', '$event.name is now at $move.path'],
  ['when I get mail, tell me its subject and its sender', '$event.subject – $event.from'],
  ['when my battery is under 10%, remind me to plug it in', 'Plug it in.'],
  ['every day at 8 tell me "Pay $5"', 'Pay $$5'],
  ['every day at 8 list the files in ~/Inbox and tell me', '$list.entries[*].path\n'],
])('%s', async (sentence, message) => {
  const { steps, unplanned } = await plan(sentence)
  expect(unplanned).toEqual([])
  expect(steps.at(-1)).toMatchObject({ agent: 'organizer', action: 'NOTIFY_USER', args: { message } })
})

test('half of a condition is never planned, and nothing that depends on it', async () => {
  const { steps, unplanned } = await plan(
    'when I get mail from anna@example.org, archive it if the sun shines, and tell me',
  )
  expect(steps).toEqual([])
  expect(unplanned).toEqual(['archive it if the sun shines', 'tell me'])
})

test('what leaves the machine or cannot be undone asks first', async () => {
  const { steps } = await plan('when a file lands in ~/Out, email it to bob@example.org and delete it')
  expect(steps.map(({ action, needs_human }) => [action, needs_human])).toEqual([
    ['SEND_EMAIL', true],
    ['DELETE_FILE', true],
  ])
  expect(steps[1]!.args).toEqual({ path: '$event.path' })
})

test('a very long sentence is gone through in a bounded time', async () => {
  const began = performance.now()
  for (const part of ['when a file lands in ', 'if it says ', 'every day at ', 'a, and b or ', 'for each '])
    for (const length of [990, 20_000])
      await planAutomation(
        `when ${part.repeat(length)}`.slice(0, length),
        { catalog, understand },
        new AbortController().signal,
      )
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('several conditions are joined as they are said, "and" closer than "or"', async () => {
  const { steps } = await plan(
    'when a file lands in ~/In, move it to ~/Out if it is a PDF and its name starts with scan or it is a photo',
  )
  const holdsFor = (name: string) => holds(steps[0]!.when, { event: { name } })
  expect(['scan 1.pdf', 'bill.pdf', 'scan.txt', 'me.jpg'].map(holdsFor)).toEqual([true, false, false, true])
})

test('a sentence with no end of conditions is left alone, not tried in every way', async () => {
  const endless = `when a file lands in ~/In, move it to ~/Out if ${'it is a PDF and '.repeat(55)}so on`
  expect((await plan(endless)).unplanned[0]).toMatch(/^move it to ~\/Out if it is a PDF and/)
  expect(await plan('when and '.repeat(110))).toBeUndefined()
})
