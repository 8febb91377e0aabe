import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ComputerTask } from '../../src/features/desktop/computer-tasks.ts'
import { openRealStage, until, type RealStage } from './real-stage.ts'
import { hasDesktop } from './stage.ts'

const TIMEOUT = 300_000

/** One for each way on which a secret comes into a task. */
const secrets = {
  ofTask: 'blaue-Lagune',
  pin: '748213',
  done: 'sunny afternoon walk',
  keyed: 'qzxwvk',
  rejected: 'walnut over seven hills',
  stored: 'a-key-of-the-test',
  failed: 'F4iled-on-the-way',
  unparsable: 'Unp4rsable!value',
  said: 'S4id-in-words?9',
  summed: 'Summ3d-up!now',
  interrupted: 'Int3rrupted-there',
  untold: 'violet dusk and rain',
} as const

const isOver = ({ ended_by }: ComputerTask) => ended_by !== null

async function filesUnder(folder: string): Promise<{ readonly path: string; readonly text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

describe.runIf(hasDesktop)('tasks with passwords', () => {
  let stage: RealStage
  let password: { x: number; y: number }
  const told: string[] = []
  const leaving = new AbortController()

  beforeAll(async () => {
    stage = await openRealStage({ width: 1280, height: 720, windowManager: 'openbox', accessibility: true })
    await stage.desktop.openOracle({ kind: 'form', title: 'Sign up' })
    password = await middleOf('Password')
    void follow()
    stage.server.mode = 'ask'
  }, TIMEOUT)
  afterAll(async () => {
    leaving.abort()
    await stage[Symbol.asyncDispose]()
  })

  async function middleOf(name: string) {
    let middle: { x: number; y: number } | undefined
    await until(async () => {
      const { elements } = await stage.observer.readElements('window')
      const area = elements.find((one) => one.name === name && one.isEditable)?.area
      if (area) middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 }
      return middle !== undefined
    })
    return middle!
  }

  /** What every client hears. */
  async function follow(): Promise<void> {
    const response = await fetch(`${stage.service.address}/api/events`, { signal: leaving.signal })
    const decoder = new TextDecoder()
    try {
      for await (const part of response.body!) told.push(decoder.decode(part as Uint8Array, { stream: true }))
    } catch {
      // The test is over.
    }
  }

  /** Runs a task of these actions; what it asks is answered in this order, and everything that it shows is kept. */
  async function run(task: string, actions: readonly (readonly [string, object])[], ...answers: boolean[]) {
    stage.server.script.push(
      ...actions.map(([name, args]) => ({ name, args: args as Record<string, unknown> })),
    )
    const { task_id } = await stage.tasks.start(task)
    for (const answer of answers) {
      await stage.tasks.until(task_id, (now) => now.confirmation !== null)
      told.push(JSON.stringify(await stage.service.client.tools.listConfirmations()))
      await stage.tasks.answer(task_id, answer)
      await stage.tasks.until(task_id, (now) => now.confirmation === null || isOver(now))
    }
    await stage.tasks.until(task_id, isOver)
    return task_id
  }

  test('keep them out of everything that is stored or sent', { timeout: TIMEOUT }, async () => {
    const { ofTask, pin, done, keyed, rejected, stored, failed, unparsable, said } = secrets
    const { summed, interrupted, untold } = secrets
    const at = password
    await run(
      `Sign up with the password ${ofTask} and the PIN ${pin}`,
      [
        ['TYPE_TEXT', { text: `${ofTask} ${pin}`, ...at, reason: `The password is ${ofTask}.` }],
        ['RUN_TERMINAL', { command: `echo ${ofTask} ${pin}`, rights: 'look' }],
        ['ASK_USER', { question: `Is ${ofTask} right?` }],
      ],
      true,
    )
    await run('Fill the form', [['TYPE_TEXT', { text: done, ...at }]], true)
    await run(
      'Go on with the form',
      Array.from(keyed, (key) => ['TYPE_TEXT', { text: key }] as const),
      ...Array.from(keyed, () => true),
    )
    await run(
      'Try another one',
      [
        ['TYPE_TEXT', { text: rejected, ...at }],
        ['DONE', { summary: `${rejected} was refused.` }],
      ],
      false,
    )
    await run('And another', [['TYPE_TEXT', { text: stored, ...at }]])
    await run('Somewhere else', [
      ['TYPE_TEXT', { text: failed, x: 5000, y: 5000, reason: 'It is the password.' }],
    ])
    await run(
      'Badly',
      Array.from({ length: 5 }, () => ['TYPE_TEXT', { text: [unparsable], x: 1 }] as const),
    )
    await run('In words', [
      ['MOVE', { x: 5, y: 5, reason: `I shall use ${said} as the password.` }],
      ['DONE', { summary: `I have set the password to ${summed}.` }],
    ])
    stage.server.script.push({ name: 'TYPE_TEXT', args: { text: interrupted, ...at } })
    const { task_id } = await stage.tasks.start('Stop in the middle')
    await stage.tasks.until(task_id, ({ confirmation }) => confirmation !== null)
    await stage.tasks.stop()

    await stage.desktop.openOracle({ kind: 'text', toolkit: 'tk', title: 'Untold' })
    await until(async () => (await stage.observer.activeWindow())?.title === 'Untold')
    const last = await run('Type it there', [['TYPE_TEXT', { text: untold }]])

    const { tasks } = await stage.service.client.desktop.listTasks()
    for (const task of tasks) told.push(JSON.stringify(await stage.tasks.read(task.task_id)))
    const { steps } = await stage.tasks.read(last)
    expect(steps).toMatchObject([{ action: 'TYPE_TEXT', outcome: expect.stringMatching(/^Typed/) }])

    const places = [
      ...(await filesUnder(stage.service.folder.root)),
      { path: 'events and answers', text: told.join('') },
    ]
    const found = places.flatMap(({ path, text }) =>
      Object.entries(secrets).flatMap(([way, secret]) =>
        // The settings hold their own; that one must not be anywhere else.
        text.includes(secret) && !(way === 'stored' && /secret|settings/.test(path))
          ? [`${way} in ${path}`]
          : [],
      ),
    )
    expect(found).toEqual([])
    expect(places.some(({ path }) => path.endsWith('audit.jsonl'))).toBe(true)
    expect(told.join('')).toContain('computer.action')
  })
})
