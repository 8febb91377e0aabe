import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { changesInWords } from '../../src/contract/text/computer-changes.ts'
import type { ActiveWindow } from '../../src/platform/desktop/desktop-driver.ts'
import { openComputerStage } from './computer-stage.ts'
import { DecidingModels } from './deciding-models.ts'
import { MemoryDesktop } from './memory-desktop.ts'
import { element } from './policy-scenes.ts'
import { openRealStage } from './real-stage.ts'
import { hasDesktop } from './stage.ts'

class WindowedDesktop extends MemoryDesktop {
  all: readonly ActiveWindow[] = [named('0x1', 'Letter')]

  async windows() {
    return this.all
  }
}

function named(id: string, title: string): ActiveWindow {
  return { id, title, className: 'mousepad', processId: 7, area: null }
}

async function openStage() {
  const desktop = new WindowedDesktop()
  const models = new DecidingModels()
  const stage = await openComputerStage({ driver: desktop, models })
  await mkdir(join(stage.folder, 'Documents'))
  await writeFile(join(stage.folder, 'Documents', 'old.txt'), 'old')
  return { desktop, models, stage, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() }
}

const nothing = {
  files: { created: [], changed: [], deleted: [], more: 0, complete: true },
  windows: { opened: [], closed: [] },
  fields: [],
  submitted: [],
  approved: [],
}

describe('what a task has changed', () => {
  test('is what the service saw: files, windows, fields, forms and what was approved', async () => {
    await using at = await openStage()
    const { desktop, stage } = at
    desktop.focused = element('entry', 'Your name', { isEditable: true })
    desktop.elements = [element('push button', 'Submit', { area: { x: 0, y: 0, width: 50, height: 50 } })]
    at.models.wants(
      ['TYPE_TEXT', { text: 'Ada Lovelace' }],
      ['PRESS_KEY', { key: 'Return' }],
      ['CLICK_AT', { x: 10, y: 10, reason: 'I deleted all files and sent the money.' }],
      ['RUN_TERMINAL', { command: 'rm Documents/old.txt; echo new > Documents/new.txt' }],
      ['DONE', { summary: 'I also painted the house.' }],
    )
    desktop.onAction = () => (desktop.all = [named('0x2', 'Thank\u202E you')])
    const { task_id } = await stage.start({ task: 'Fill in the form and press Submit' })
    const { title } = await stage.answer(task_id, true)
    const task = await stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(task.changes).toEqual({
      files: {
        created: ['Documents/new.txt'],
        changed: [],
        deleted: ['Documents/old.txt'],
        more: 0,
        complete: true,
      },
      windows: { opened: ['Thank\\u{202E} you'], closed: ['Letter'] },
      fields: [{ field: '"Your name"', window: 'Letter', value: 'Ada Lovelace' }],
      submitted: ['Return in "Your name" in "Letter"', '"Submit" in "Letter"'],
      approved: [title],
    })
    const words = changesInWords(task.changes!)
    expect(words).toContain('Files deleted: Documents/old.txt')
    expect(words.join('\n')).not.toMatch(/house|money/)
    await vi.waitFor(() =>
      expect(stage.events.filter(({ type }) => type === 'computer.ended')).toMatchObject([
        { changes: words },
      ]),
    )
    // The judge of the end is told of it too.
    expect(JSON.stringify(at.models.endQuestions[0]!.turns)).toContain('Files deleted: Documents/old.txt')
    expect((await stage.computer.list()).tasks[0]!.changes).toEqual(task.changes)
  })

  test('is also what was chosen in a box', async () => {
    await using at = await openStage()
    at.desktop.elements = [element('combo box', 'Country', { options: ['Norway', 'Peru'] })]
    at.models.wants(['SELECT_OPTION', { id: 'e1', option: 'Peru' }])
    const task = await at.stage.run('Choose Peru', { approve: 'none' })
    expect(task.changes).toEqual({
      ...nothing,
      fields: [{ field: '"Country"', window: 'Letter', value: 'Peru' }],
    })
    expect(changesInWords(task.changes!)).toEqual(['Filled in: "Country" in "Letter": Peru'])
  })

  test('is nothing when nothing was seen, and says so', async () => {
    await using at = await openStage()
    const task = await at.stage.run('x')
    expect(task.changes).toEqual(nothing)
    expect(changesInWords(task.changes!)).toEqual(['No change was seen.'])
  })

  test('tells no secret', async () => {
    await using at = await openStage()
    at.desktop.focused = element('password text', 'Password', { isEditable: true, isPassword: true })
    at.models.wants(
      ['TYPE_TEXT', { text: 'Tr0ub4dor&3' }],
      ['RUN_TERMINAL', { command: 'touch "Documents/Tr0ub4dor&3.txt"' }],
    )
    at.desktop.onAction = () => (at.desktop.all = [named('0x2', 'Signed in with Tr0ub4dor&3')])
    const { task_id } = await at.stage.start({ task: 'Sign in with the password Tr0ub4dor&3' })
    await at.stage.answer(task_id, true)
    await at.stage.until(task_id, ({ steps }) => steps.length === 1)
    await at.stage.answer(task_id, true)
    const task = await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(task.changes).toMatchObject({
      files: { created: [expect.stringContaining('••••') as string] },
      fields: [{ field: '"Password"', value: '••••' }],
    })
    expect(JSON.stringify([task, at.stage.events])).not.toContain('Tr0ub4dor')
  })

  test('is told of a task that was stopped too', async () => {
    await using at = await openStage()
    at.models.wants(['RUN_TERMINAL', { command: 'touch Documents/half' }], 'hang')
    const { task_id } = await at.stage.start({ task: 'x', approve: 'none' })
    await expect.poll(() => at.models.requests.length).toBe(2)
    await at.stage.computer.stop()
    const task = await at.stage.computer.read(task_id)
    expect(task).toMatchObject({ status: 'stopped', changes: { files: { created: ['Documents/half'] } } })
  })

  test('is unknown after a crash, and of a task that nobody allowed', async () => {
    await using at = await openStage()
    at.models.wants('hang')
    const { task_id } = await at.stage.start({ task: 'x' })
    await expect.poll(() => at.models.requests.length).toBe(1)
    expect((await at.stage.computer.read(task_id)).changes).toBeNull()
    await at.stage.crash()
    expect(await at.stage.computer.read(task_id)).toMatchObject({ status: 'failed', changes: null })
    const refused = await at.stage.start({ task: 'x' }, { provenance: 'model' })
    await at.stage.answer(refused.task_id, false)
    const task = await at.stage.until(refused.task_id, ({ ended_by }) => ended_by !== null)
    expect(task).toMatchObject({ status: 'stopped', changes: null })
  })
})

test.runIf(hasDesktop)(
  'on a real desktop: the file that a program wrote, the field that was typed into, the window that came',
  { timeout: 300_000 },
  async () => {
    await using at = await openRealStage({
      width: 1280,
      height: 720,
      windowManager: 'openbox',
      accessibility: true,
    })
    await mkdir(join(at.home, 'Documents'), { recursive: true })
    await using form = await openForm(at)
    at.server.mode = 'ask'
    at.server.script.push(
      { name: 'TYPE_TEXT', args: { text: 'Ada Lovelace', ...form.name } },
      { name: 'RUN_TERMINAL', args: { command: 'touch Documents/made' } },
      { name: 'DONE', args: { summary: 'Done.' } },
    )
    const { task_id } = await at.tasks.start('Fill in the form')
    await at.tasks.answer(task_id, true)
    const task = await at.tasks.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(task).toMatchObject({
      status: 'completed',
      changes: {
        files: { created: ['Documents/made'], changed: [], deleted: [], complete: true },
        windows: { opened: [], closed: [] },
        fields: [{ field: '"Name"', window: 'The form', value: 'Ada Lovelace' }],
        approved: ['Run `touch Documents/made`?'],
      },
    })
    await rm(join(at.home, 'Documents', 'made'))
  },
)

/** A real form, and where its first field is. */
async function openForm({ desktop }: Awaited<ReturnType<typeof openRealStage>>) {
  const oracle = await desktop.openOracle({ kind: 'form', title: 'The form', geometry: '600x400+100+80' })
  const [ready] = oracle.of('ready')
  return {
    name: { x: ready!.x + 300, y: ready!.y + 40 },
    [Symbol.asyncDispose]: () => oracle.close(),
  }
}
