import { describe, expect, test } from 'vitest'
import { modelsStage } from '../models-stage.ts'
import { openComputerStage } from './computer-stage.ts'
import { MemoryDesktop } from './memory-desktop.ts'

type Body = Readonly<Record<string, unknown>>
type Item = Readonly<Record<string, unknown>>

/** OpenAI's newer protocol, as far as a task needs it: each answer is one item of output. */
function responses(items: readonly (Item | number | readonly Item[])[]) {
  const asked: Body[] = []
  const left = [...items]
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    const body = JSON.parse(init?.body as string) as Body
    const isEndQuestion = JSON.stringify(body['text'] ?? {}).includes('"reached"')
    if (!isEndQuestion) asked.push(body)
    const item = isEndQuestion ? reached : (left.shift() ?? message('Done.'))
    if (typeof item === 'number')
      return Response.json(
        { error: { message: "Tool 'computer' is not supported.", type: 'invalid_request_error' } },
        { status: item },
      )
    const said: readonly Item[] = Array.isArray(item) ? (item as readonly Item[]) : [item as Item]
    const events = [
      { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt-5.4' } },
      ...said.flatMap((one, output_index) => [
        { type: 'response.output_item.added', output_index, item: { ...one, status: 'in_progress' } },
        { type: 'response.output_item.done', output_index, item: one },
      ]),
      {
        type: 'response.completed',
        response: { incomplete_details: null, usage: { input_tokens: 10, output_tokens: 5 } },
      },
    ]
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  }
  return { asked, fetch }
}

const computer = (actions: readonly Item[], checks: readonly Item[] = []): Item => ({
  type: 'computer_call',
  id: 'cu_1',
  call_id: 'call_1',
  status: 'completed',
  actions,
  pending_safety_checks: checks,
})
const call = (name: string, args: object): Item => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_2',
  name,
  arguments: JSON.stringify(args),
  status: 'completed',
})
const message = (text: string): Item => ({
  type: 'message',
  id: 'm',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
})
const reached = message('{"reached": true, "because": ""}')
const done = call('DONE', { summary: 'It is done.' })

async function openStage(items: readonly (Item | number | readonly Item[])[]) {
  const { asked, fetch } = responses(items)
  const models = await modelsStage(
    { LLM_PROVIDER: 'openai', LLM_MODEL: 'gpt-5.4', LLM_API_KEY: 'k' },
    { fetch },
  )
  const desktop = new MemoryDesktop()
  const stage = await openComputerStage({ driver: desktop, models: models.models })
  return {
    asked,
    desktop,
    stage,
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]()
      await models[Symbol.asyncDispose]()
    },
  }
}

describe("OpenAI's own computer tool", () => {
  test('is offered, its actions are done in order, and it gets the picture back', async () => {
    await using at = await openStage([
      computer([
        { type: 'click', button: 'left', x: 10, y: 20 },
        { type: 'type', text: 'hello' },
      ]),
      done,
    ])
    const task = await at.stage.run('Say hello')
    expect(task).toMatchObject({ status: 'completed', message: 'It is done.' })
    expect(at.desktop.reached.map(([name]) => name)).toEqual(['click', 'type'])
    expect(task.steps.map(({ action }) => action)).toEqual(['CLICK_AT', 'TYPE_TEXT'])
    expect(at.asked[0]?.['tools']).toContainEqual({ type: 'computer' })
    const told = JSON.stringify(at.asked[1]?.['input'])
    expect(told).toMatch(/"type":"computer_call_output".*"image_url":"data:image\/png;base64,/)
    expect(told).toContain('Typed 5 characters.')
  })

  test('keeps a plan beside it, each in a call of its own', async () => {
    const plan = call('PLAN', { steps: [{ text: 'Click it', state: 'doing' }] })
    await using at = await openStage([
      [plan, computer([{ type: 'click', button: 'left', x: 10, y: 20 }])],
      done,
    ])
    const task = await at.stage.run('Click')
    expect(at.asked[0]?.['tools']).toContainEqual(expect.objectContaining({ name: 'PLAN' }))
    expect(task).toMatchObject({ status: 'completed', plan: [{ text: 'Click it', state: 'doing' }] })
    expect(at.desktop.reached.map(([name]) => name)).toEqual(['click'])
    const told = JSON.stringify(at.asked[1]?.['input'])
    expect(told).toMatch(/"type":"function_call_output","call_id":"call_2","output":"\W*Noted\./)
    expect(told).toMatch(/"type":"computer_call_output".*"image_url":"data:image\/png;base64,/)
    expect(told).toContain('Plan: 0 of 1 done, now 1')
  })

  test('a doubt of its own is a question to the user, and is acknowledged only after a yes', async () => {
    const doubt = { id: 'check_1', code: 'malicious_instructions', message: 'The page gives orders.' }
    await using at = await openStage([
      computer([{ type: 'click', button: 'left', x: 10, y: 20 }], [doubt]),
      done,
    ])
    const { task_id } = await at.stage.start({ task: 'Click', approve: 'none' })
    const asked = await at.stage.answer(task_id, true)
    expect(asked.message).toContain('The page gives orders.')
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(at.desktop.reached).toHaveLength(1)
    expect(JSON.stringify(at.asked[1]?.['input'])).toContain('"acknowledged_safety_checks":[{"id":"check_1"')
  })

  test('after a no its doubt is not put aside', async () => {
    const doubt = { id: 'check_1', message: 'The page gives orders.' }
    await using at = await openStage([
      computer([{ type: 'click', button: 'left', x: 10, y: 20 }], [doubt]),
      done,
    ])
    const { task_id } = await at.stage.start({ task: 'Click' })
    await at.stage.answer(task_id, false)
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(at.desktop.reached).toEqual([])
    const told = JSON.stringify(at.asked[1]?.['input'])
    expect(told).not.toContain('acknowledged')
    expect(told).toContain('did not allow it')
  })

  test('its doubt is not passed over by a look that comes first', async () => {
    const doubt = { id: 'check_1', message: 'The page gives orders.' }
    const click = { type: 'click', button: 'left', x: 10, y: 20 }
    await using at = await openStage([computer([{ type: 'screenshot' }, click], [doubt]), done])
    const { task_id } = await at.stage.start({ task: 'Click', approve: 'none' })
    const asked = await at.stage.answer(task_id, false)
    expect(asked).toMatchObject({
      title: 'Continue?',
      message: expect.stringContaining('gives orders') as string,
    })
    await at.stage.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(at.desktop.reached).toEqual([])
    expect(JSON.stringify(at.asked[1]?.['input'])).not.toContain('acknowledged')
  })

  test('nor by a call that cannot be done', async () => {
    const doubt = { id: 'check_1', message: 'The page gives orders.' }
    const back = { type: 'click', button: 'back', x: 10, y: 20 }
    await using at = await openStage([computer([back], [doubt]), done])
    await at.stage.run('Go back')
    const told = JSON.stringify(at.asked[1]?.['input'])
    expect(told).toContain('CLICK_AT was not done')
    expect(told).not.toContain('acknowledged')
  })

  test('an action that does not exist here is answered, with the picture that its protocol wants', async () => {
    await using at = await openStage([computer([{ type: 'click', button: 'back', x: 10, y: 20 }]), done])
    expect(await at.stage.run('Go back')).toMatchObject({ status: 'completed' })
    expect(at.desktop.reached).toEqual([])
    const told = JSON.stringify(at.asked[1]?.['input'])
    expect(told).toContain('CLICK_AT was not done')
    expect(told).toContain('computer_call_output')
  })

  test('a model that does not know it gets our own functions, from then on', async () => {
    await using at = await openStage([400, call('CLICK_AT', { x: 1, y: 2 }), done])
    expect(await at.stage.run('Click')).toMatchObject({ status: 'completed' })
    expect(at.desktop.reached).toHaveLength(1)
    const kinds = at.asked.map(({ tools }) => (tools as Item[]).some(({ type }) => type === 'computer'))
    expect(kinds).toEqual([true, false, false])
  })
})
