import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { httpTransport } from '../../src/client/http-transport.ts'
import { newProgram } from '../program.ts'
import { startPolicyServer } from './policy-server.ts'
import {
  openObserver,
  openRealStage,
  serviceEnvironment,
  TaskClient,
  until,
  type RealStage,
} from './real-stage.ts'
import { hasDesktop, startDesktop } from './stage.ts'

const TIMEOUT = 300_000
const screen = { width: 1280, height: 720, windowManager: 'openbox' } as const

describe.runIf(hasDesktop)('computer control over HTTP', () => {
  let stage: RealStage
  beforeAll(async () => {
    stage = await openRealStage(screen)
  }, TIMEOUT)
  afterAll(() => stage[Symbol.asyncDispose]())

  test('one task at a time, listed, with the picture that it saw', { timeout: TIMEOUT }, async () => {
    const { client } = stage.service
    stage.server.mode = 'slow'
    const { task_id, status } = await stage.tasks.start('Look at the screen')
    expect(status).toBe('running')
    await expect(stage.tasks.start('Another')).rejects.toMatchObject({ code: 'conflict' })
    await until(async () => stage.server.received.length > 0)
    const picture = await client.desktop.readScreenshot({ params: { task_id } })
    expect(picture).toMatchObject({ step: 0, width: 1280, height: 720, mime_type: 'image/png' })
    expect(Buffer.from(picture.data, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect((await client.desktop.listTasks()).tasks[0]).toMatchObject({
      task_id,
      status: 'running',
      ended_by: null,
    })
    expect(await stage.tasks.stop()).toEqual({ stopped: true, task_id })
    expect(await stage.tasks.stop()).toEqual({ stopped: false, task_id: null })
  })

  test(
    'a risky action waits among the confirmations and goes on after the answer',
    { timeout: TIMEOUT },
    async () => {
      const { client } = stage.service
      await mkdir(join(stage.home, 'Documents'), { recursive: true })
      stage.server.mode = 'ask'
      stage.server.script.push({
        name: 'RUN_TERMINAL',
        args: { command: 'touch Documents/made', reason: 'It is wanted.' },
      })
      const { task_id } = await stage.tasks.start('Make a file')
      const waiting = await stage.tasks.until(task_id, ({ status }) => status === 'waiting')
      const open = await client.tools.listConfirmations()
      expect(open.confirmations).toEqual([waiting.confirmation])
      const { confirmation_id } = waiting.confirmation!
      expect(await client.tools.confirm({ body: { confirmation_id, approved: true } })).toMatchObject({
        status: 'approved',
        result: null,
      })
      await expect(client.tools.confirm({ body: { confirmation_id, approved: true } })).rejects.toMatchObject(
        {
          code: 'conflict',
        },
      )
      const task = await stage.tasks.until(task_id, ({ ended_by }) => ended_by !== null)
      expect(task).toMatchObject({
        ended_by: 'ask_user',
        steps: [{ outcome: 'The command ended with exit code 0.' }],
      })
      await access(join(stage.home, 'Documents', 'made'))
    },
  )

  test('an editor is opened, written into and made to save', { timeout: TIMEOUT }, async () => {
    const applications = join(stage.home, '.local/share/applications')
    const file = join(stage.home, 'letter.txt')
    const script = join(import.meta.dirname, 'editor-app.py')
    await mkdir(applications, { recursive: true })
    const entry = [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Scribble',
      `Exec=/usr/bin/python3 ${script} ${file}`,
    ]
    await writeFile(join(applications, 'scribble.desktop'), `${entry.join('\n')}\n`)
    const text = 'Zwölf Boxkämpfer — 漢字 😀\nand a second line'
    stage.server.mode = 'patient'
    stage.server.script.push({ name: 'OPEN_APP', args: { name: 'Scribble' } })
    const { task_id } = await stage.tasks.start('Write it down and save it', { max_steps: 200 })
    await until(async () => (await stage.observer.activeWindow())?.title === 'Scribble')
    stage.server.script.push(
      { name: 'TYPE_TEXT', args: { text, x: 400, y: 280 } },
      { name: 'PRESS_KEY', args: { key: 'ctrl+s' } },
      { name: 'DONE', args: { summary: 'It is saved.' } },
    )
    const task = await stage.tasks.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(task).toMatchObject({ status: 'completed', message: 'It is saved.' })
    await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 120_000 }).toBe(text)
  })

  test('COMPUTER_CONTROL off refuses it', { timeout: TIMEOUT }, async () => {
    const { client } = stage.service
    await client.settings.update({ body: { COMPUTER_CONTROL: 'off' } })
    await expect(stage.tasks.start('Anything')).rejects.toMatchObject({ code: 'forbidden' })
    await client.settings.update({ body: { COMPUTER_CONTROL: 'on' } })
  })
})

describe.runIf(hasDesktop)('a service that is killed', () => {
  test(
    'in the middle of a drag: the next start lets go, and tells of the task',
    { timeout: TIMEOUT },
    async () => {
      await using desktop = await startDesktop(screen)
      await using server = await startPolicyServer()
      await using program = await newProgram()
      const environment = serviceEnvironment({ desktop, server })
      const path = [
        { x: 200, y: 300 },
        { x: 900, y: 600 },
      ]
      server.mode = 'patient'
      server.script.push({ name: 'DRAG', args: { path, duration_ms: 10_000 } })
      const first = await program.start([], { environment })
      const tasks = new TaskClient(
        createClient(httpTransport({ baseUrl: first.address })),
        program.folder.audit,
      )
      // Opened before anything is pressed: whoever opens a desktop lets go of what is held on it.
      const observer = await openObserver(desktop)
      const { task_id } = await tasks.start('Drag for long')
      await until(async () => (await observer.held())!.buttons.length > 0)
      first.kill('SIGKILL')
      await first.ended
      expect((await observer.held())!.buttons).toEqual([1])
      const second = await program.start([], { environment })
      await until(async () => (await observer.held())!.buttons.length === 0)
      const again = new TaskClient(
        createClient(httpTransport({ baseUrl: second.address })),
        program.folder.audit,
      )
      expect(await again.until(task_id, ({ ended_by }) => ended_by !== null)).toMatchObject({
        status: 'failed',
        ended_by: 'error',
        message: expect.stringContaining('interrupted'),
      })
      await observer.close()
      second.kill('SIGTERM')
      await second.ended
    },
  )
})
