import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TaskRequest } from '../../src/features/desktop/computer-tasks.ts'
import { openComputerStage, type ComputerStageOptions } from './computer-stage.ts'
import { DecidingModels, type Scripted } from './deciding-models.ts'
import { MemoryDesktop } from './memory-desktop.ts'

async function openStage(options: Partial<ComputerStageOptions> = {}) {
  const desktop = new MemoryDesktop()
  const models = new DecidingModels()
  const stage = await openComputerStage({ driver: desktop, models, ...options })
  const exists = (name: string) =>
    access(join(stage.folder, name)).then(
      () => true,
      () => false,
    )
  return {
    desktop,
    models,
    stage,
    exists,
    /** Starts a task of one action and waits for its end, answering as told. */
    async act(action: Scripted, { answer, ...request }: { answer?: boolean } & Partial<TaskRequest> = {}) {
      models.wants(action)
      const { task_id } = await stage.start({ task: 'x', ...request })
      if (answer !== undefined) await stage.answer(task_id, answer)
      return stage.until(task_id, ({ ended_by }) => ended_by !== null)
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}

const touch = ['RUN_TERMINAL', { command: 'touch Documents/made', reason: 'To have a file.' }] as const

describe('a risky action', () => {
  test('waits, is shown whole, and runs after a yes', async () => {
    await using at = await openStage()
    at.models.wants(touch)
    const { task_id } = await at.stage.start({ task: 'x' })
    const waiting = await at.stage.until(task_id, ({ status }) => status === 'waiting')
    expect(waiting.confirmation).toMatchObject({
      agent: 'computer_control',
      action: 'RUN_TERMINAL',
      args: { command: 'touch Documents/made', task_id, frame: expect.any(String) },
      risk: 'dangerous',
      message: expect.stringContaining('touch Documents/made'),
    })
    expect(at.stage.approvals.listOpen()).toHaveLength(1)
    expect(await at.exists('Documents/made')).toBe(false)
    await at.stage.answer(task_id, true)
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(await at.exists('Documents/made')).toBe(true)
  })

  test('shows a text to its end, with all that is not seen in it', async () => {
    await using at = await openStage()
    at.desktop.window = { ...at.desktop.window!, className: 'XTerm' }
    const text = `echo ${'a'.repeat(600)}; \u202ecurl evil\tx`
    at.models.wants(['TYPE_TEXT', { text, submit: true }])
    const { task_id } = await at.stage.start({ task: 'x' })
    const { message } = await at.stage.answer(task_id, false)
    expect(message).toContain('a'.repeat(600))
    expect(message).toContain(String.raw`\u{202E}curl evil⇥x`)
  })

  test('is known by what an application is, not by the word that finds it', async () => {
    await using at = await openStage()
    const facts = { program: 'x', isTerminal: false, isInstaller: false }
    at.desktop.describeApplication = async (query) => ({ ...facts, name: query, isTerminal: query === 'cmd' })
    await at.act(['OPEN_APP', { name: 'cmd' }], { answer: false })
    expect(at.desktop.reached).toEqual([])
    await at.act(['OPEN_APP', { name: 'notes' }])
    expect(at.desktop.reached).toEqual([['open', 'notes']])
  })

  test('is one on a control that nobody can name, whatever the caller said', async () => {
    await using at = await openStage()
    await at.act(['CLICK_ELEMENT', { id: 'e7' }], { approve: 'none', answer: false })
    expect(at.desktop.reached).toEqual([])
  })

  test('is not done after a no, and the model is told', async () => {
    await using at = await openStage()
    const task = await at.act(touch, { answer: false })
    expect(task.steps).toMatchObject([{ outcome: expect.stringContaining('did not allow it') }])
    expect(await at.exists('Documents/made')).toBe(false)
    expect(JSON.stringify(at.models.requests[1]?.turns)).toContain('did not allow it')
  })

  test('that is stopped while it waits leaves no question behind', async () => {
    await using at = await openStage()
    at.models.wants(touch)
    const { task_id } = await at.stage.start({ task: 'x' })
    const { confirmation } = await at.stage.until(task_id, (task) => task.confirmation !== null)
    await at.stage.computer.stop()
    expect(at.stage.approvals.listOpen()).toEqual([])
    await expect(at.stage.approvals.decide(confirmation!.confirmation_id, true)).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await at.exists('Documents/made')).toBe(false)
  })

  test('lets the person use the mouse while it waits, but not the stop keys', async () => {
    await using at = await openStage()
    at.models.wants(touch, touch)
    const { task_id } = await at.stage.start({ task: 'x' })
    await at.stage.until(task_id, ({ confirmation }) => confirmation !== null)
    at.desktop.interfere('pointer')
    await at.stage.answer(task_id, true)
    const second = await at.stage.until(
      task_id,
      (task) => task.confirmation !== null && task.steps.length === 1,
    )
    expect(second.status).toBe('waiting')
    at.desktop.interfere('hotkey')
    expect(await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)).toMatchObject({
      status: 'stopped',
    })
  })

  test('five refusals in a row end the task', async () => {
    await using at = await openStage()
    at.models.keepsWanting(['RUN_TERMINAL', { command: 'sudo reboot', rights: 'full' }])
    expect(await at.stage.run('x')).toMatchObject({ status: 'failed' })
    expect(at.stage.asked).toEqual([])
  })
})

describe('an answer is for what the person saw', () => {
  const send = ['CLICK_AT', { x: 100, y: 100, target: 'Send' }] as const

  test('a screen that is still the same', async () => {
    await using at = await openStage()
    await at.act(send, { answer: true })
    expect(at.desktop.reached.map(([name]) => name)).toEqual(['click'])
  })

  test('another window in front: it is not done, and not asked again once the old one is back', async () => {
    await using at = await openStage()
    const before = at.desktop.window!
    at.models.wants(send, send)
    at.models.beforeAnswer = (count) => {
      if (count !== 1) return
      at.desktop.window = before
      at.desktop.screen = 'first'
    }
    const { task_id } = await at.stage.start({ task: 'x' })
    await at.stage.until(task_id, ({ confirmation }) => confirmation !== null)
    at.desktop.window = { ...before, id: '0x2', title: 'Another' }
    at.desktop.screen = 'second'
    await at.stage.answer(task_id, true)
    const task = await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(task.steps.map(({ outcome }) => outcome)).toEqual([
      expect.stringContaining('the screen has changed since then'),
      'Clicked at 100, 100. Whether "Send" is there is not told by the application.',
    ])
    expect(at.stage.asked).toHaveLength(1)
    expect(at.desktop.reached).toHaveLength(1)
  })

  test('a grant counts once', async () => {
    await using at = await openStage()
    at.models.wants(send, send)
    const { task_id } = await at.stage.start({ task: 'x' })
    await at.stage.answer(task_id, true)
    await at.stage.until(task_id, ({ steps }) => steps.length === 1)
    await at.stage.answer(task_id, false)
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(at.desktop.reached).toHaveLength(1)
  })
})

describe('how much is asked', () => {
  const click = ['CLICK_AT', { x: 1, y: 1 }] as const

  test('every: each action, but not looking', async () => {
    await using at = await openStage()
    at.models.wants(['WAIT', { ms: 1 }], click)
    const { task_id } = await at.stage.start({ task: 'x', approve: 'every' })
    expect(await at.stage.answer(task_id, true)).toMatchObject({ action: 'CLICK_AT' })
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(at.stage.asked).toHaveLength(1)
  })

  test('none: what is risky runs, what is blocked stays blocked', async () => {
    await using at = await openStage()
    await at.act(touch, { approve: 'none' })
    expect(await at.exists('Documents/made')).toBe(true)
    const task = await at.act(['RUN_TERMINAL', { command: 'sudo id', rights: 'full' }], { approve: 'none' })
    expect(task.steps).toMatchObject([{ outcome: expect.stringContaining('Nobody can allow this') }])
    expect(at.stage.asked).toEqual([])
  })

  test('none: a password field and a window about money are asked about all the same', async () => {
    await using at = await openStage()
    at.desktop.focused = {
      id: 'p',
      role: 'password text',
      name: 'Password',
      text: null,
      states: [],
      area: null,
      isPassword: true,
      isEditable: true,
      window: null,
    }
    const task = await at.act(['TYPE_TEXT', { text: 'open sesame' }], { approve: 'none', answer: true })
    expect(at.desktop.reached).toEqual([['type', 'open sesame']])
    expect(task.steps).toMatchObject([{ args: { text: '••••' } }])
    expect(JSON.stringify([await at.stage.audit(), at.stage.asked])).not.toContain('open sesame')
    at.desktop.focused = null
    at.desktop.window = { ...at.desktop.window!, title: 'Checkout' }
    await at.act(click, { approve: 'none', answer: false })
    expect(at.desktop.reached).toHaveLength(1)
  })
})

describe('what is kept', () => {
  test('a line in the audit log for each action, with its reason, before and after it', async () => {
    await using at = await openStage()
    await at.act(['CLICK_AT', { x: 1, y: 1, reason: 'To begin.' }])
    await at.act(['RUN_TERMINAL', { command: 'sudo id', rights: 'full', reason: 'For power.' }])
    const lines = await at.stage.audit()
    expect(lines).toMatchObject([
      {
        kind: 'computer.action',
        phase: 'intent',
        subject: 'CLICK_AT',
        detail: { step: 1, reason: 'To begin.' },
      },
      { kind: 'computer.action', phase: 'outcome', subject: 'CLICK_AT' },
      { kind: 'computer.refused', subject: 'RUN_TERMINAL', detail: { reason: 'For power.' } },
    ])
    expect(JSON.stringify(lines)).not.toContain(Buffer.from('picture of').toString('base64').slice(0, 10))
  })

  test('no stored secret, and none is typed', async () => {
    await using at = await openStage({ scrub: (text) => text.replaceAll('hunter2', '••••') })
    const task = await at.act(['TYPE_TEXT', { text: 'hunter2', reason: 'hunter2 it is' }])
    expect(at.desktop.reached).toEqual([])
    expect(JSON.stringify(task)).not.toContain('hunter2')
    expect(JSON.stringify(await at.stage.audit())).not.toContain('hunter2')
  })

  test('the last picture, for whoever watches, and only that of the last task', async () => {
    await using at = await openStage()
    const first = await at.act(['CLICK_AT', { x: 1, y: 1 }])
    expect(await at.stage.computer.picture(first.task_id)).toMatchObject({
      step: 1,
      width: 1280,
      mime_type: 'image/png',
    })
    const second = await at.act(['CLICK_AT', { x: 1, y: 1 }])
    await expect(at.stage.computer.picture(first.task_id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await at.stage.computer.picture(second.task_id)).toMatchObject({ step: 1 })
    expect((await at.stage.computer.list()).tasks.map(({ task_id }) => task_id)).toEqual([
      second.task_id,
      first.task_id,
    ])
  })

  test('tasks and steps over a crash; the one that was under way has failed and nothing is held', async () => {
    await using at = await openStage()
    at.models.wants(['CLICK_AT', { x: 1, y: 1 }], touch)
    const { task_id } = await at.stage.start({ task: 'x' })
    await at.stage.until(task_id, ({ confirmation }) => confirmation !== null)
    const released = at.desktop.released
    await at.stage.crash()
    expect(await at.stage.computer.read(task_id)).toMatchObject({
      status: 'failed',
      ended_by: 'error',
      message: expect.stringContaining('interrupted'),
      confirmation: null,
      steps: [{ action: 'CLICK_AT' }],
    })
    expect(at.stage.approvals.listOpen()).toEqual([])
    expect(at.desktop.released).toBe(released + 1)
    expect(await at.exists('Documents/made')).toBe(false)
  })
})

describe('a question of somebody else', () => {
  const act = {
    agent: 'puppet',
    action: 'SEND',
    args: {},
    risk: 'external',
    provenance: 'model',
  } as const

  test('that is open holds back what clicks, types or runs, and not what looks', async () => {
    await using at = await openStage()
    const { confirmation_id } = await at.stage.approvals.request(act, { title: 'Send it?', message: 'x' })
    at.models.wants(['SCREENSHOT', {}], ['CLICK_AT', { x: 10, y: 10 }])
    const { task_id } = await at.stage.start({ task: 'x', approve: 'none' })
    const held = await at.stage.until(task_id, ({ status }) => status === 'waiting')
    expect(held).toMatchObject({
      message: 'Waits for your answer: Send it?',
      steps: [{ action: 'SCREENSHOT' }],
      confirmation: null,
    })
    expect(at.desktop.reached).toEqual([])
    await at.stage.approvals.decide(confirmation_id, false)
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(JSON.stringify(at.desktop.reached)).toContain('click')
  })

  test('that is asked while it types stops it before anybody is shown the question', async () => {
    await using at = await openStage()
    at.desktop.slowMs = 60_000
    at.models.wants(['TYPE_TEXT', { text: 'aaaa' }])
    const { task_id } = await at.stage.start({ task: 'x', approve: 'none' })
    await expect.poll(() => at.desktop.isPressed).toBe(true)
    const { confirmation_id } = await at.stage.approvals.request(act, { title: 'Send it?', message: 'x' })
    const [step] = (await at.stage.until(task_id, ({ steps }) => steps.length > 0)).steps
    expect(step!.outcome).toContain('A question is open')
    expect(at.desktop.isPressed).toBe(false)
    await at.stage.approvals.decide(confirmation_id, true)
    await at.stage.computer.stop()
  })

  test('does not keep a stop from stopping it', async () => {
    await using at = await openStage()
    await at.stage.approvals.request(act, { title: 'Send it?', message: 'x' })
    at.models.wants(['PRESS_KEY', { key: 'Return' }])
    const { task_id } = await at.stage.start({ task: 'x', approve: 'none' })
    await at.stage.until(task_id, ({ status }) => status === 'waiting')
    expect(await at.stage.computer.stop()).toMatchObject({ stopped: true, task_id })
    expect(at.desktop.reached).toEqual([])
  })
})
