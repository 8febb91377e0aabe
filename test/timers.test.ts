import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownServer, sse, type OwnServer } from './models-stage.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let model: OwnServer
/** What the model says next. */
let content = ''
beforeAll(async () => {
  model = await ownServer((response) => sse(response, [{ content }]))
  service = await startTestService()
  await post('/api/settings', {
    LLM_PROVIDER: 'openai_compatible',
    LLM_BASE_URL: `${model.url}/v1`,
    LLM_MODEL: 'own',
    LLM_API_KEY: 'key-of-the-test',
  })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
})

async function post(path: string, body: object) {
  const response = await fetch(service.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  return (await response.json()) as { components: Record<string, unknown>[] }
}

const timers = async () => (await service.client.timers.list({ query: {} })).timers

test('whoever listens hears that a timer is due, with a notification to it', async () => {
  const stop = new AbortController()
  const events = await fetch(`${service.address}/api/events?topics=timer.*,notification`, {
    signal: stop.signal,
  })
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  await service.client.timers.create({ body: { seconds: 1, label: 'Soon' } })
  let text = ''
  while (!/"status":"due"/.test(text) || !/event: notification\b/.test(text))
    text += (await reader.read()).value ?? ''
  stop.abort()
  expect(text).toContain('The timer “Soon” is up.')
  const [due] = await timers()
  expect(due).toMatchObject({ label: 'Soon', status: 'due' })
  await service.client.timers.change({ params: { timer_id: due!.timer_id }, body: { does: 'done' } })
  expect(await timers()).toEqual([])
})

test('a timer is made, changed and cancelled by sentences, from any conversation', async () => {
  const { components } = await post('/chat', { message: 'set a timer for 10 minutes for pasta' })
  const [timer] = await timers()
  expect(components).toMatchObject([{ type: 'live_timer', seconds: 600, timer_id: timer!.timer_id }])
  await post('/chat', { message: 'pause the pasta timer' })
  expect(await timers()).toMatchObject([{ status: 'paused' }])
  await post('/chat', { message: 'add 5 minutes to the timer' })
  const [longer] = await timers()
  expect(longer!.left_ms).toBeGreaterThan(840_000)
  await post('/chat', { message: 'cancel the timer' })
  expect(await timers()).toEqual([])
})

test('a card that a model writes starts a timer of the service, and never shows another one', async () => {
  const card = { type: 'live_timer', seconds: 300, label: 'Rice', timer_id: 'tmr_of_somebody' }
  content = `Here you are.\n\n\`\`\`components\n${JSON.stringify([card])}\n\`\`\``
  const message = 'I have been pondering the rice of yore for quite a while, have you'
  const { components } = await post('/chat', { message })
  const [timer] = await timers()
  expect(timer).toMatchObject({ kind: 'timer', label: 'Rice', status: 'running', length_ms: 300_000 })
  expect(components.find(({ type }) => type === 'live_timer')).toMatchObject({ timer_id: timer!.timer_id })
  await service.client.timers.remove({ params: { timer_id: timer!.timer_id } })
})
