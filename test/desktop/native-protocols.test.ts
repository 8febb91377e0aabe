import { describe, expect, test } from 'vitest'
import { modelsStage } from '../models-stage.ts'
import { openComputerStage } from './computer-stage.ts'
import { MemoryDesktop } from './memory-desktop.ts'
import { anthropicServer, googleServer, type NativeServer, type Said } from './native-servers.ts'

type Json = Readonly<Record<string, unknown>>

const done: Said = { name: 'DONE', args: { summary: 'It is done.' } }

async function openStage(
  server: NativeServer,
  { provider, model }: { provider: string; model: string },
  settings: Json = {},
) {
  await using opened = new AsyncDisposableStack()
  opened.use(server)
  const base = provider === 'google' ? `${server.url}/v1beta` : `${server.url}/v1`
  const models = opened.use(
    await modelsStage({
      LLM_PROVIDER: provider,
      LLM_MODEL: model,
      LLM_API_KEY: 'k',
      LLM_BASE_URL: base,
    }),
  )
  const desktop = new MemoryDesktop()
  const stage = opened.use(await openComputerStage({ driver: desktop, models: models.models, settings }))
  const all = opened.move()
  const asked = (index: number) => JSON.stringify(server.received[index]?.body)
  return { desktop, stage, server, asked, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

const gemini = { provider: 'google', model: 'gemini-3.5-flash' }
const gemini25 = { provider: 'google', model: 'gemini-2.5-computer-use-preview-10-2025' }

describe('Google', () => {
  test.each([
    [gemini, 'ENVIRONMENT_DESKTOP', 'click', 'type'],
    [gemini25, 'ENVIRONMENT_BROWSER', 'click_at', 'type_text_at'],
  ])('$model does several functions of one answer, each with its result', async (choice, place, ...names) => {
    const [click, type] = names
    const point = { x: 500, y: 500 }
    const typed = { text: 'hello', press_enter: false, ...(type === 'type_text_at' && { x: 250, y: 250 }) }
    const answers = [
      [
        { name: click, args: point },
        { name: type, args: typed },
      ],
      [done],
    ]
    await using at = await openStage(await googleServer(answers), choice)
    at.desktop.onAction = (name) => {
      if (name === 'type') at.desktop.screen = 'typed'
    }
    const task = await at.stage.run('Say hello')
    expect(task).toMatchObject({ status: 'completed', message: 'It is done.' })
    expect(task.steps.map(({ action }) => action)).toEqual(['CLICK_AT', 'TYPE_TEXT'])
    // Half of 1280 by 720.
    expect(at.desktop.reached[0]?.[1]).toEqual({ x: 640, y: 360 })
    expect(at.server.faults).toEqual([])
    expect(at.asked(0)).toContain(`"computerUse":{"environment":"${place}"`)
    const told = at.asked(1)
    expect(told).toMatch(new RegExp(`"name":"${click}","response":\\{"output":"Clicked`))
    expect(told).toContain('Typed 5 characters.')
    // One picture in the results, where the last one was done, and the first one of the task.
    expect(told.split('"inlineData"')).toHaveLength(3)
  })

  test('its places are shares of the picture whatever the setting says', async () => {
    const answers = [[{ name: 'click', args: { x: 999, y: 0 } }], [done]]
    await using at = await openStage(await googleServer(answers), gemini, { VISION_COORDINATES: 'pixel' })
    await at.stage.run('Click')
    expect(at.desktop.reached[0]?.[1]).toEqual({ x: 1278, y: 0 })
  })

  test('what it wants confirmed is a question, and acknowledged after a yes', async () => {
    const safety_decision = { decision: 'require_confirmation', explanation: 'It accepts cookies.' }
    const answers = [[{ name: 'click_at', args: { x: 60, y: 100, safety_decision } }], [done]]
    await using at = await openStage(await googleServer(answers), gemini25)
    const { task_id } = await at.stage.start({ task: 'Click', approve: 'none' })
    const asked = await at.stage.answer(task_id, true)
    expect(asked.message).toContain('It accepts cookies.')
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(at.desktop.reached).toHaveLength(1)
    expect(at.server.faults).toEqual([])
    expect(at.asked(1)).toContain('"safety_acknowledgement":"true"')
  })

  test('and after a no it is neither done nor acknowledged', async () => {
    const safety_decision = { decision: 'require_confirmation', explanation: 'It pays.' }
    const answers = [[{ name: 'click', args: { x: 60, y: 100, safety_decision } }], [done]]
    await using at = await openStage(await googleServer(answers), gemini)
    const { task_id } = await at.stage.start({ task: 'Click', approve: 'none' })
    await at.stage.answer(task_id, false)
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(at.desktop.reached).toEqual([])
    expect(at.server.faults).toEqual([])
    expect(at.asked(1)).not.toContain('safety_acknowledgement')
    expect(at.asked(1)).toContain('did not allow it')
  })

  test('what cannot be done here is told back', async () => {
    const answers = [[{ name: 'click', args: { x: 4000, y: 1 } }], [done]]
    await using at = await openStage(await googleServer(answers), gemini)
    await at.stage.run('Click')
    expect(at.server.faults).toEqual([])
    expect(at.asked(1)).toContain('outside the image')
  })

  test('a surprise leaves the rest out, which is told', async () => {
    const click = (x: number) => ({ name: 'click', args: { x, y: 500 } })
    await using at = await openStage(await googleServer([[click(100), click(900)], [done]]), gemini)
    at.desktop.onAction = () => {
      at.desktop.window = { ...at.desktop.window!, id: '0x2', title: 'Really?' }
    }
    await at.stage.run('Click twice')
    expect(at.desktop.reached).toHaveLength(1)
    expect(at.server.faults).toEqual([])
    expect(at.asked(1)).toContain('another window has come to the front')
  })
})

describe('Anthropic', () => {
  const member = (name: string, args: Json): Said => ({ name, args, isMember: true })

  test('does several members of its newest toolset, each with its result', async () => {
    const answers = [
      [member('left_click', { coordinate: [10, 20] }), member('type', { text: 'hello' }), done],
      [done],
    ]
    const choice = { provider: 'anthropic', model: 'claude-opus-5' }
    await using at = await openStage(await anthropicServer(answers), choice)
    const task = await at.stage.run('Say hello')
    expect(task.steps.map(({ action }) => action)).toEqual(['CLICK_AT', 'TYPE_TEXT'])
    expect(at.desktop.reached.map(([name]) => name)).toEqual(['click', 'type'])
    expect(at.server.faults).toEqual([])
    expect(at.asked(0)).toContain('"type":"computer_toolset_20260801"')
    const told = at.asked(1)
    expect(told).toContain('"tool_use_id":"toolu_1"')
    expect(told).toContain('Typed 5 characters.')
    // The end was decided on before what came of the rest was seen.
    expect(told).toContain('Not done: it belongs into your next answer.')
  })

  test('gets a region enlarged when it zooms', async () => {
    const zoom = { name: 'computer', args: { action: 'zoom', region: [100, 100, 420, 280] } }
    const choice = { provider: 'anthropic', model: 'claude-opus-4-5' }
    await using at = await openStage(await anthropicServer([[zoom], [done]]), choice)
    const looked: unknown[] = []
    const { capture } = at.desktop
    at.desktop.capture = (options) => {
      looked.push(options)
      return capture.call(at.desktop, options)
    }
    await at.stage.run('Look closely')
    expect(at.asked(0)).toContain('"enable_zoom":true')
    const area = { x: 100, y: 100, width: 320, height: 180 }
    expect(looked).toContainEqual(expect.objectContaining({ area, enlarge: true }))
    expect(at.server.faults).toEqual([])
    expect(at.asked(1)).toMatch(/"type":"tool_result".*"type":"image"/)
  })
})
