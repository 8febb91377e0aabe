import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Confirmation } from '../../src/contract/confirmation.ts'
import type { Envelope } from '../../src/contract/envelope.ts'
import { connectMcp } from '../mcp-client.ts'
import { programPath } from '../program.ts'
import { openRealStage, until, type RealStage } from './real-stage.ts'
import { hasDesktop, type Oracle } from './stage.ts'

const TIMEOUT = 300_000

/** One for each way outside of a task on which a text comes to the desktop. */
const secrets = {
  direct: 'sunny afternoon walk',
  byLabel: 'Qx7#marble-lantern',
  rejected: 'walnut over seven hills',
  failed: 'F4iled-on-the-way',
  repeated: 'velvet harbour nineteen',
  terminal: 'amber violin and smoke',
  mcp: 'crimson kite on a roof',
  step: 'quiet river under ice',
  rejectedStep: 'seven bells at midnight',
  needsHuman: 'granite moon in october',
  stored: 'a-key-of-the-test',
  untold: 'violet dusk and rain',
} as const

/** Pressed key by key. */
const KEYED = 'wqzj'

type Way = keyof typeof secrets

describe.runIf(hasDesktop)('tools that type a password', () => {
  let stage: RealStage
  let form: Oracle
  let place: { x: number; y: number }
  const told: string[] = []
  const leaving = new AbortController()

  beforeAll(async () => {
    stage = await openRealStage({ width: 1280, height: 720, windowManager: 'openbox', accessibility: true })
    form = await stage.desktop.openOracle({ kind: 'form', title: 'Sign up' })
    await until(async () => (await fieldAt()) !== undefined)
    place = (await fieldAt())!
    void follow()
  }, TIMEOUT)
  afterAll(async () => {
    leaving.abort()
    await stage[Symbol.asyncDispose]()
  })

  async function fieldAt() {
    const { elements } = await stage.observer.readElements('window')
    const area = elements.find(({ isPassword }) => isPassword)?.area
    return area ? { x: area.x + area.width / 2, y: area.y + area.height / 2 } : undefined
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

  const keep = <Answer>(answer: Answer): Answer => {
    told.push(JSON.stringify(answer))
    return answer
  }

  const holds = (secret: string) => until(async () => form.of('text').some(({ text }) => text === secret))

  async function call(
    tool_name: string,
    args: object,
    headers: Record<string, string> = {},
  ): Promise<Envelope> {
    const body = JSON.stringify({ tool_name, args })
    const response = await fetch(`${stage.service.address}/execute_tool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    return keep((await response.json()) as Envelope)
  }

  const questionIn = ({ data }: Envelope) => (data as { confirmation: Confirmation }).confirmation

  async function answer(confirmation_id: string, approved = true) {
    keep(await stage.service.client.tools.listConfirmations())
    return keep(await stage.service.client.tools.confirm({ body: { confirmation_id, approved } }))
  }

  async function openQuestion(is: (question: Confirmation) => boolean): Promise<Confirmation> {
    let found: Confirmation | undefined
    await until(async () => {
      found = (await stage.service.client.tools.listConfirmations()).confirmations.find(is)
      return found !== undefined
    })
    return keep(found!)
  }

  /** A step that types into the field, until its question; what came of it after the answer. */
  async function runStep(args: object, { approved, ...step }: { approved: boolean; needs_human?: boolean }) {
    const steps = [
      { id: 'type', agent: 'computer_control', action: 'TYPE_TEXT', depends_on: [], args, ...step },
    ]
    const { client } = stage.service
    const { workflow_id } = keep(await client.workflows.create({ body: { name: 'Log in', steps } as never }))
    const { confirmation_id } = await openQuestion((one) => one.workflow_id === workflow_id)
    // What somebody is asked about has been looked at.
    await until(async () => (await read(workflow_id)).steps[0]!.status === 'waiting')
    keep(await read(workflow_id))
    await answer(confirmation_id, approved)
    const isOver = async () => {
      const { status } = await read(workflow_id)
      return status === 'completed' || status === 'failed'
    }
    await until(isOver)
    keep(await client.workflows.history({ params: { workflow_id }, query: {} }))
    return keep(await read(workflow_id))
  }

  const read = (workflow_id: string) => stage.service.client.workflows.read({ params: { workflow_id } })

  test('leave it nowhere in what is stored or told', { timeout: TIMEOUT }, async () => {
    const at = { ...place, clear: true }
    const typed = async (secret: string, asked: Envelope) => {
      expect(questionIn(asked).args['text']).toBe('••••')
      const { result } = await answer(questionIn(asked).confirmation_id)
      expect(result).toMatchObject({ success: true })
      await holds(secret)
    }
    await typed(secrets.direct, await call('TYPE_TEXT', { text: secrets.direct, ...at }))
    await typed(secrets.byLabel, await call('TYPE', { label: 'Password', text: secrets.byLabel }))
    const once = { 'idempotency-key': 'the same twice' }
    await typed(secrets.repeated, await call('TYPE_TEXT', { text: secrets.repeated, ...at }, once))
    await call('TYPE_TEXT', { text: secrets.repeated, ...at }, once)

    const asked = await call('TYPE_TEXT', { text: secrets.rejected, ...at })
    await answer(questionIn(asked).confirmation_id, false)
    const failed = await call('TYPE_TEXT', { text: secrets.failed, x: 9000, y: 9000 })
    expect(failed.success).toBe(false)
    await call('TYPE_TEXT', { text: [secrets.failed], ...at })
    await call('TYPE_TEXT', { text: secrets.stored })

    await call('CLICK_AT', place)
    for (const key of KEYED) expect(await call('PRESS_KEY', { key })).toMatchObject({ data: { key: '••••' } })
    await until(async () => form.of('text').some(({ text }) => text.includes(KEYED)))
    await call('PRESS_KEY', { key: 'ctrl+a' })

    await inTerminal()
    await byMcp()
    await bySteps()

    await stage.desktop.openOracle({ kind: 'text', toolkit: 'tk', title: 'Untold' })
    await until(async () => (await stage.observer.activeWindow())?.title === 'Untold')
    expect(await call('TYPE_TEXT', { text: secrets.untold })).toMatchObject({ success: true })
    await call('TYPE_TEXT', { text: '••••' })

    await searchEverything()
  })

  async function inTerminal(): Promise<void> {
    const args = JSON.stringify({ text: secrets.terminal, ...place, clear: true })
    const child = spawn(process.execPath, [programPath, 'run', 'TYPE_TEXT', '--args', args, '--yes'], {
      env: { ...process.env, DESKHAND_HOME: stage.service.folder.root },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const written = Promise.all([textOf(child.stdout), textOf(child.stderr)])
    await once(child, 'exit')
    told.push(...(await written))
    const open = (await stage.service.client.tools.listConfirmations()).confirmations
    for (const { confirmation_id } of open) await answer(confirmation_id)
    await holds(secrets.terminal)
  }

  async function byMcp(): Promise<void> {
    const heard: string[] = []
    await using client = await connectMcp(stage.service.address, {
      answer: (message) => {
        heard.push(message)
        return { action: 'accept', content: { approve: true } }
      },
    })
    keep(
      await client.callTool({
        name: 'TYPE_TEXT',
        arguments: { text: secrets.mcp, ...place, clear: true },
      }),
    )
    told.push(...heard)
    const open = (await stage.service.client.tools.listConfirmations()).confirmations
    for (const { confirmation_id } of open) await answer(confirmation_id)
    await holds(secrets.mcp)
  }

  async function bySteps(): Promise<void> {
    const at = { ...place, clear: true }
    const done = await runStep({ text: secrets.step, ...at }, { approved: true })
    expect(done.steps[0]).toMatchObject({ status: 'completed', args: { text: '••••' } })
    await holds(secrets.step)
    const refused = await runStep({ text: secrets.rejectedStep, ...at }, { approved: false })
    expect(refused.steps[0]).toMatchObject({ status: 'failed', args: { text: '••••' } })
    const human = { approved: true, needs_human: true }
    const seen = await runStep({ text: secrets.needsHuman, ...at }, human)
    expect(seen.steps[0]).toMatchObject({ status: 'completed', args: { text: '••••' } })
    await holds(secrets.needsHuman)
  }

  async function searchEverything(): Promise<void> {
    const { root } = stage.service.folder
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const files = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => {
          const path = join(parentPath, name)
          return { path, text: await readFile(path, 'latin1') }
        }),
    )
    const places = [...files, { path: 'events and answers', text: told.join('\n') }]
    const found = places.flatMap(({ path, text }) =>
      (Object.keys(secrets) as Way[]).flatMap((way) =>
        isLeft(way, { path, text }) ? [`${way} in ${path}`] : [],
      ),
    )
    expect(found).toEqual([])
    const audit = files.find(({ path }) => path.endsWith('audit.jsonl'))!.text
    // No key that was pressed stands there, though each press does.
    expect(audit.split('"PRESS_KEY"').length).toBeGreaterThan(KEYED.length)
    for (const key of KEYED) expect(audit).not.toContain(`"key":"${key}"`)
    expect(audit).toContain('ctrl+a')
  }

  function isLeft(way: Way, { path, text }: { path: string; text: string }): boolean {
    if (!text.includes(secrets[way])) return false
    // The settings hold their own; and a person who is asked about what may be none sees it.
    if (way === 'stored' && /secret|settings/.test(path)) return false
    return !((way === 'untold' || way === 'needsHuman') && path === 'events and answers')
  }
})
