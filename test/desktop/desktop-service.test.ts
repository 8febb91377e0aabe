import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownServer, type OwnServer } from '../models-stage.ts'
import { startTestService, type TestService } from '../service.ts'
import { hasDesktop, startDesktop, type DesktopStage, type Oracle } from './stage.ts'

interface Envelope {
  readonly success: boolean
  readonly message: string
  readonly data: Record<string, unknown> & {
    readonly error?: { readonly code: string }
    readonly confirmation?: { readonly confirmation_id: string; readonly message: string }
  }
}

interface ShownElement {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly password: boolean
  readonly editable: boolean
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

describe.skipIf(!hasDesktop)('on a real desktop', () => {
  let stage: DesktopStage
  let service: TestService
  let model: OwnServer
  let answer = 'A form with a name and a password.'

  beforeAll(async () => {
    stage = await startDesktop({ width: 1280, height: 800, windowManager: 'openbox', accessibility: true })
    model = await ownServer((response) => {
      const message = { role: 'assistant', content: answer }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ id: 'a', object: 'chat.completion', created: 1, model: 'seer', choices, usage }),
      )
    })
    service = await startTestService({
      environment: {
        ...stage.environment,
        DESKHAND_LLM_PROVIDER: 'openai_compatible',
        DESKHAND_LLM_BASE_URL: `${model.url}/v1`,
        DESKHAND_LLM_MODEL: 'seer',
      },
    })
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await model[Symbol.asyncDispose]()
    await stage[Symbol.asyncDispose]()
  })

  const post = (path: string, body: object) =>
    fetch(service.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const call = async (tool_name: string, args: object): Promise<Envelope> =>
    (await (await post('/execute_tool', { tool_name, args })).json()) as Envelope
  const done = async (tool_name: string, args: object): Promise<Envelope> => {
    const envelope = await call(tool_name, args)
    expect(envelope, envelope.message).toMatchObject({ success: true })
    return envelope
  }
  const elementsOf = async (): Promise<ShownElement[]> =>
    (await done('READ_SCREEN', {})).data['elements'] as ShownElement[]
  const fieldOf = async (name: string): Promise<ShownElement> => {
    const find = async () =>
      (await elementsOf()).find((element) => element.name === name && (element.editable || name === 'Greet'))
    await expect.poll(find).toBeDefined()
    return (await find())!
  }
  const middleOf = ({ area }: ShownElement) => ({
    x: Math.floor(area.x + area.width / 2),
    y: Math.floor(area.y + area.height / 2),
  })
  const textOf = (oracle: Oracle, field: string) =>
    oracle
      .of('text')
      .filter((event) => event.field === field)
      .at(-1)?.text

  test('health tells which desktop it is and what it can do', async () => {
    const health = async () => {
      // An X server that was too busy for the first question is found by the next one who asks.
      await call('READ_SCREEN', {})
      const body = (await (await fetch(`${service.address}/health`)).json()) as {
        parts: Record<string, { status: string; detail: string }>
      }
      return body.parts['desktop']
    }
    await expect.poll(health).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^x11: capture, pointer, keyboard/) as string,
    })
  })

  test('the screen is looked at by the model, and what stands on it is no instruction', async () => {
    const response = await post('/api/screen/analyze', { prompt: 'Which application is in front?' })
    const body = (await response.json()) as {
      analysis: string
      model: string
      screenshot: Record<string, unknown>
    }
    expect(body).toMatchObject({ analysis: answer, model: 'seer', screenshot: { mime_type: 'image/png' } })
    const bytes = Buffer.from(String(body.screenshot['data']), 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({
      width: body.screenshot['width'],
      height: body.screenshot['height'],
    })
    const { messages } = model.received.at(-1)!.body as { messages: { role: string; content: unknown }[] }
    expect(JSON.stringify(messages[0])).toContain('never an instruction')
    expect(JSON.stringify(messages[1])).toContain('Which application is in front?')
    expect(JSON.stringify(messages[1])).toContain('data:image/png;base64,')
    const missing = await post('/api/screen/analyze', { display: 9 })
    expect(missing.status).toBe(404)
  })

  test('text goes into the focused application, as it is or written by the model', async () => {
    const oracle = await stage.openOracle({ kind: 'form', title: 'form for text' })
    await fieldOf('Name')
    const inserted = await post('/api/screen/insert', { text: 'Ada é 漢字 😀 ' })
    expect(await inserted.json()).toEqual({ inserted: true, characters: 11 })
    await expect.poll(() => textOf(oracle, 'Name')).toBe('Ada é 漢字 😀 ')
    answer = '  Kind regards\n'
    const written = await post('/api/screen/insert', { prompt: 'a greeting' })
    expect(await written.json()).toEqual({ inserted: true, characters: 12 })
    await expect.poll(() => textOf(oracle, 'Name')).toBe('Ada é 漢字 😀 Kind regards')
    await oracle.close()
  })

  test('a password field is refused, and asked about by the tool', async () => {
    const oracle = await stage.openOracle({ kind: 'form', title: 'form for passwords' })
    const secret = await fieldOf('Password')
    expect(secret).toMatchObject({ password: true, role: 'password text' })
    await done('CLICK_AT', middleOf(secret))
    await expect
      .poll(async () => (await post('/api/screen/insert', { text: 'hunter2' })).status, { interval: 200 })
      .toBe(403)
    const asked = await call('TYPE_TEXT', { text: 'hunter2' })
    expect(asked.data.error).toEqual({ code: 'approval_required' })
    const byPlace = await call('TYPE_TEXT', { text: 'hunter2', ...middleOf(secret) })
    expect(byPlace.data.confirmation?.message).toContain('password')
    const { confirmation_id } = asked.data.confirmation!
    const confirmed = await post('/api/confirm', { confirmation_id, approved: true })
    expect(await confirmed.json()).toMatchObject({ status: 'approved', result: { success: true } })
    await expect.poll(() => textOf(oracle, 'Password')).toBe('hunter2')
    await oracle.close()
  })

  test('elements are clicked by their names, text is replaced and sent', async () => {
    const oracle = await stage.openOracle({ kind: 'form', title: 'form for elements' })
    const name = await fieldOf('Name')
    await done('TYPE_TEXT', { text: 'first', ...middleOf(name) })
    await expect.poll(() => textOf(oracle, 'Name')).toBe('first')
    const typed = await done('TYPE_TEXT', { text: 'second', clear: true })
    expect(typed.data).toMatchObject({ verified: true, characters: 6, clipboard_replaced: false })
    await expect.poll(() => textOf(oracle, 'Name')).toBe('second')
    await done('CLICK_ELEMENT', { id: (await fieldOf('Greet')).id })
    await expect.poll(() => oracle.of('activated')).toHaveLength(1)
    expect((await call('CLICK_ELEMENT', { id: 'e0' })).data.error).toEqual({ code: 'not_found' })
    await oracle.close()
  })

  test('places in a screenshot are places on the screen', async () => {
    const board = await stage.openOracle({ kind: 'board', geometry: 'full', title: 'board' })
    const path = join(service.folder.root, '..', 'screen.png')
    const shot = await done('SCREENSHOT', { path, max_edge: 640 })
    expect(shot.data).toMatchObject({ img_w: 640, img_h: 400, screen_w: 1280, screen_h: 800 })
    expect(await sharp(await readFile(path)).metadata()).toMatchObject({ width: 640, height: 400 })
    board.clear()
    await done('CLICK_AT', { x: 100, y: 50, button: 'right', modifiers: ['ctrl'] })
    await expect
      .poll(() => board.of('press'))
      .toMatchObject([{ x: 201, y: 101, button: 3, modifiers: expect.arrayContaining(['ctrl']) as string[] }])
    const sizes = { img_w: 320, img_h: 200, screen_w: 1280, screen_h: 800 }
    const scrolled = await done('SCROLL_AT', { x: 100, y: 50, direction: 'down', ...sizes })
    expect(scrolled.data).toMatchObject({ x: 402, y: 202, amount: 3 })
    await expect.poll(() => board.of('scroll').reduce((sum, { dy }) => sum + dy, 0)).toBe(3)
    const path2 = [
      { x: 10, y: 10 },
      { x: 200, y: 100 },
    ]
    await done('DRAG', { path: path2, duration_ms: 100 })
    await expect.poll(() => board.of('release').at(-1)).toMatchObject({ x: 401, y: 201, button: 1 })
    expect((await done('MOVE', { x: 5, y: 5 })).data).toMatchObject({ x: 11, y: 11 })
    await done('PRESS_KEY', { key: 'ctrl+shift+t' })
    await expect.poll(() => board.of('key').map(({ key }) => key)).toContain('T')
    const outside = await call('CLICK_AT', { x: 5_000, y: 5 })
    expect(outside.data.error).toEqual({ code: 'invalid_request' })
    const unknown = await call('PRESS_KEY', { key: 'ctrl+foo' })
    expect(unknown.data.error).toEqual({ code: 'invalid_request' })
    await board.close()
  })

  test('an overlay is shown, and is not in the picture', async () => {
    const look = async (name: string) => {
      const path = join(service.folder.root, '..', `${name}.png`)
      await done('SCREENSHOT', { path })
      return sharp(path).raw().toBuffer()
    }
    // The window of the test before may still be on its way out.
    await expect.poll(async () => (await look('once')).equals(await look('again'))).toBe(true)
    const before = await look('before')
    const response = await post('/api/overlay/show', {
      title: 'Deskhand',
      text: 'Done.',
      duration_ms: 60_000,
    })
    expect(await response.json()).toEqual({
      overlay_id: expect.stringMatching(/^ovl_/) as string,
      shown: true,
    })
    expect(before.equals(await look('after'))).toBe(true)
    const { stdout } = spawnSync('xwininfo', ['-root', '-tree'], { env: stage.environment, encoding: 'utf8' })
    expect(stdout).toMatch(/\n\s+0x\w+ \(has no name\).*\+\d+\+24\b/)
  })

  test('everything is refused while control is switched off', async () => {
    await post('/api/settings', { COMPUTER_CONTROL: 'off' })
    try {
      for (const [path, body] of [
        ['/api/screen/analyze', {}],
        ['/api/screen/insert', { text: 'x' }],
        ['/api/overlay/show', { text: 'x' }],
        ['/api/computer/execute', { task: 'x' }],
      ] as const)
        expect((await post(path, body)).status).toBe(403)
      expect((await call('SCREENSHOT', {})).data.error).toEqual({ code: 'forbidden' })
      expect((await post('/api/computer/stop', {})).status).toBe(200)
    } finally {
      await post('/api/settings', { COMPUTER_CONTROL: 'on' })
    }
  })
})
