import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Confirmation } from '../src/contract/confirmation.ts'
import { AppError } from '../src/contract/errors.ts'
import type { Answerer, AnswerWriter } from '../src/features/chat/answering.ts'
import { openChatStage, openStream, postJson, seen, type WireEvent } from './chat-stage.ts'

const route = { by: 'model', score: null, candidates: [] } as const

/** Everything that an answer writer can do, the same each time. */
const everything: Answerer = async (_asked, writer) => {
  writer.route(route)
  writer.reason('Let me ')
  writer.reason('think.')
  for (const word of ['The ', 'weather ', 'in Oslo:']) writer.say(word)
  const skeleton = writer.announce('live_weather')
  await sleep(1)
  writer.addForeign({ type: 'live_weather', city: 'Oslo' }, skeleton)
  writer.toolStart({
    call_id: 'call_1',
    agent: 'post',
    action: 'SEND_LETTER',
    args: { to: 'Ada' },
    risk: 'external',
  })
  writer.toolProgress('call_1', { fraction: 0.5, message: 'Half' })
  writer.toolEnd('call_1', { success: true, message: 'Done.', data: { sent: true } })
  const progress = writer.add({ type: 'progress', value: 10 })
  writer.patch(progress, [{ op: 'replace', path: '/value', value: 100 }])
  writer.step('step.start', { workflow_id: 'wf_1', step_id: 'a', status: 'running', message: null })
  writer.step('step.end', { workflow_id: 'wf_1', step_id: 'a', status: 'completed', message: 'Ok' })
  writer.remove(writer.add({ type: 'divider' }))
  writer.notice('info', 'Noted.')
  writer.say('That ')
  writer.say('is all.')
  writer.use({ input_tokens: 3, output_tokens: 5, total_tokens: 8 })
  writer.use({ input_tokens: 1, output_tokens: null, total_tokens: 1 })
  return true
}

/** Says a word for every turn of the test. */
function talker() {
  const begun = Promise.withResolvers<AnswerWriter>()
  const over = Promise.withResolvers<void>()
  const signals: AbortSignal[] = []
  const answerer: Answerer = async ({ signal }, writer) => {
    signals.push(signal)
    writer.route(route)
    begun.resolve(writer)
    signal.addEventListener('abort', () => over.resolve(), { once: true })
    await over.promise
    return true
  }
  return { answerer, signals, writer: begun.promise, finish: () => over.resolve() }
}

test('the last event has the components that POST /chat answers with, and so has the fold of the stream', async () => {
  await using stage = await openChatStage({ answerers: [everything] })
  await using stream = await openStream(`${stage.address}/chat/stream`, { body: { message: 'weather?' } })
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  const events = await stream.take()
  const last = events.at(-1) as Extract<WireEvent, { type: 'run.end' }>
  expect(last).toMatchObject({
    type: 'run.end',
    outcome: 'success',
    usage: { input_tokens: 4, output_tokens: 5, total_tokens: 9 },
  })
  expect(seen(events)).toEqual(last.components)
  expect(last.components.map(({ type }) => type)).toEqual(['text', 'live_weather', 'progress', 'text'])
  const reply = (await (await postJson(`${stage.address}/chat`, { message: 'weather?' })).json()) as {
    components: { id?: string }[]
    run_id: string
  }
  const withoutIds = (components: readonly object[]) => components.map((one) => ({ ...one, id: '' }))
  expect(withoutIds(reply.components)).toEqual(withoutIds(last.components))
  await using replay = await openStream(`${stage.address}/api/runs/${reply.run_id}/events`)
  expect(seen(await replay.take())).toEqual(reply.components)
})

test('events are numbered from 1 without a gap, the type and the number stand in the frame too', async () => {
  await using stage = await openChatStage({ answerers: [everything] })
  await using stream = await openStream(`${stage.address}/chat/stream`, { body: { message: 'weather?' } })
  const frames = []
  for (let next; (next = await stream.next());) frames.push(next)
  expect(frames.map(({ data }) => data.seq)).toEqual(frames.map((_, index) => index + 1))
  for (const { event, id, data } of frames) expect([event, id]).toEqual([data.type, String(data.seq)])
  expect(new Set(frames.map(({ event }) => event))).toEqual(
    new Set([
      'run.start',
      'reasoning.delta',
      'text.delta',
      'component.add',
      'tool.start',
      'tool.progress',
      'tool.end',
      'component.patch',
      'step.start',
      'step.end',
      'component.remove',
      'notice',
      'run.end',
    ]),
  )
})

test('a client may ask for one JSON object a line', async () => {
  await using stage = await openChatStage({ answerers: [everything] })
  const response = await fetch(`${stage.address}/chat/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ message: 'weather?' }),
  })
  expect(response.headers.get('content-type')).toContain('application/x-ndjson')
  const lines = (await response.text()).trim().split('\n')
  const events = lines.map((line) => JSON.parse(line) as WireEvent)
  expect(events[0]).toMatchObject({ seq: 1, type: 'run.start', message: 'weather?', route })
  expect(events.at(-1)!.type).toBe('run.end')
})

test('a dropped connection cancels nothing, and whoever comes back gets exactly the rest', async () => {
  const { answerer, writer, finish, signals } = talker()
  await using stage = await openChatStage({ answerers: [answerer] })
  const stream = await openStream(`${stage.address}/chat/stream`, { body: { message: 'tell me' } })
  const speaker = await writer
  speaker.say('One ')
  const before = await stream.take(({ type }) => type === 'text.delta')
  stream.drop()
  await sleep(20)
  for (const word of ['two ', 'three ']) {
    speaker.say(word)
    await sleep(20)
  }
  const { run_id } = before[0] as Extract<WireEvent, { type: 'run.start' }>
  const url = `${stage.address}/api/runs/${run_id}/events`
  await using live = await openStream(url, { lastEventId: before.at(-1)!.seq })
  expect(await live.take(({ seq }) => seq === 4)).toHaveLength(2)
  speaker.say('four')
  finish()
  const rest = await live.take()
  expect(signals[0]!.aborted).toBe(false)
  await using whole = await openStream(url)
  const all = await whole.take()
  expect(seen(all)).toMatchObject([{ type: 'text', text: 'One two three four' }])
  expect(rest.at(-1)).toEqual(all.at(-1))
  // From wherever, the rest is the same, byte for byte.
  for (const { seq } of all) {
    await using again = await openStream(`${url}?after=${seq}`)
    expect(await again.take()).toEqual(all.filter((event) => event.seq > seq))
  }
})

test.each(['run_id', 'session_id'] as const)(
  'an answer is stopped by its %s, and what was said is kept',
  async (by) => {
    const { answerer, writer, signals } = talker()
    await using stage = await openChatStage({ answerers: [answerer] })
    await using stream = await openStream(`${stage.address}/chat/stream`, { body: { message: 'tell me' } })
    const [start] = (await stream.take(() => true)) as Extract<WireEvent, { type: 'run.start' }>[]
    ;(await writer).say('Once upon')
    const stopped = await postJson(`${stage.address}/chat/stop`, { [by]: start![by] })
    expect(await stopped.json()).toEqual({ stopped: true, run_id: start!.run_id })
    expect(signals[0]!.aborted).toBe(true)
    const events = await stream.take()
    expect(events.at(-1)).toMatchObject({
      type: 'run.end',
      outcome: 'cancelled',
      components: [{ type: 'text', text: 'Once upon' }],
    })
    const chat = (await (await fetch(`${stage.address}/api/chats/${start!.session_id}`)).json()) as {
      messages: { text: string }[]
    }
    expect(chat.messages.map(({ text }) => text)).toEqual(['tell me', 'Once upon'])
    const again = await postJson(`${stage.address}/chat/stop`, { [by]: start![by] })
    expect(await again.json()).toEqual({ stopped: false, run_id: by === 'run_id' ? start!.run_id : null })
  },
)

test('an answerer that ignores its signal keeps nobody waiting, and is heard no more', async () => {
  const hold = Promise.withResolvers<AnswerWriter>()
  const never = Promise.withResolvers<void>()
  await using stage = await openChatStage({
    answerers: [
      async (_asked, writer) => {
        writer.say('Hm')
        hold.resolve(writer)
        await never.promise
        return true
      },
    ],
  })
  const reply = postJson(`${stage.address}/chat`, { message: 'tell me' })
  const writer = await hold.promise
  await expect.poll(() => stage.chat.sessions.list({}).chats.length).toBe(1)
  const { session_id } = stage.chat.sessions.list({}).chats[0]!
  await postJson(`${stage.address}/chat/stop`, { session_id })
  writer.say(' … and another thing')
  expect(await (await reply).json()).toMatchObject({ components: [{ text: 'Hm' }] })
  never.resolve()
})

test('while a conversation is answering, the next message is refused and names the run', async () => {
  const { answerer, writer, finish } = talker()
  await using stage = await openChatStage({ answerers: [answerer] })
  await using stream = await openStream(`${stage.address}/chat/stream`, { body: { message: 'tell me' } })
  const [start] = (await stream.take(() => true)) as Extract<WireEvent, { type: 'run.start' }>[]
  await writer
  const { session_id, run_id } = start!
  const second = await postJson(`${stage.address}/chat`, { message: 'and?', session_id })
  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining(run_id) })
  finish()
  await stream.take()
  expect((await postJson(`${stage.address}/chat`, { message: 'and?', session_id })).status).toBe(200)
})

test('a failure ends the run with its reason, and a bug without its details', async () => {
  const failures: Error[] = [
    new AppError('upstream_timeout', 'The model did not answer in time.'),
    new Error('secret at line 7'),
  ]
  await using stage = await openChatStage({
    answerers: [
      (_asked, writer) => {
        writer.say('Well')
        return Promise.reject(failures.shift()!)
      },
    ],
  })
  await using stream = await openStream(`${stage.address}/chat/stream`, { body: { message: 'a' } })
  const events = await stream.take()
  expect(events.at(-1)).toMatchObject({ type: 'run.error', code: 'upstream_timeout', retryable: true })
  expect(seen(events)).toMatchObject([{ text: 'Well' }, { type: 'error', code: 'upstream_timeout' }])
  const reply = await (await postJson(`${stage.address}/chat`, { message: 'b' })).text()
  expect(JSON.parse(reply)).toMatchObject({
    components: [{ text: 'Well' }, { type: 'error', code: 'internal', retryable: false }],
  })
  expect(reply).not.toContain('secret')
  expect(stage.published.map(({ type }) => type)).toEqual([
    'run.start',
    'run.error',
    'run.start',
    'run.error',
  ])
})

test('answerers are asked in order until one answers; the bus hears of start and end', async () => {
  const asked: string[] = []
  const one = (name: string, answers: boolean): Answerer => {
    return (_asked, writer) => {
      asked.push(name)
      if (answers) writer.say(name)
      return Promise.resolve(answers)
    }
  }
  await using stage = await openChatStage({ answerers: [one('a', false), one('b', true), one('c', true)] })
  const reply = (await (await postJson(`${stage.address}/chat`, { message: 'x' })).json()) as {
    components: object[]
    run_id: string
    session_id: string
  }
  expect(asked).toEqual(['a', 'b'])
  expect(reply.components).toMatchObject([{ type: 'text', text: 'b' }])
  const { run_id, session_id } = reply
  expect(stage.published).toEqual([
    { type: 'run.start', data: { run_id, session_id, message: 'x' } },
    { type: 'run.end', data: { run_id, session_id, outcome: 'success' } },
  ])
})

test('a component of a model that does not fit is mended or shown as an error, told and counted', async () => {
  await using stage = await openChatStage({
    answerers: [
      (_asked, writer) => {
        writer.addForeign({ type: 'LiveWeather', location: 'Oslo' })
        writer.addForeign({ type: 'hologram', of: 'a cat' })
        writer.addForeign({ type: 'confirmation', title: 'Trust me' })
        const never = writer.announce('chart')
        writer.say(never === '' ? '' : 'Done')
        return Promise.resolve(true)
      },
    ],
  })
  await using stream = await openStream(`${stage.address}/chat/stream`, { body: { message: 'x' } })
  const events = await stream.take()
  expect(seen(events)).toMatchObject([
    { type: 'live_weather', city: 'Oslo' },
    { type: 'error', code: 'invalid_component' },
    { type: 'error', code: 'invalid_component' },
    { type: 'text', text: 'Done' },
  ])
  expect(events.filter(({ type }) => type === 'notice')).toHaveLength(2)
  expect(stage.repairs.map(({ outcome }) => outcome)).toEqual(['repaired', 'replaced', 'replaced'])
  // The skeleton that nothing came for is taken away.
  const skeleton = events.find((event) => event.type === 'component.add' && event.status === 'loading')
  expect(skeleton).toMatchObject({ index: 3, component: { type: 'chart' } })
  expect(events.some(({ type }) => type === 'component.remove')).toBe(true)
})

test('what needs approval ends the run as interrupted; the decision comes back in a new run that goes on', async () => {
  const heard: unknown[] = []
  await using stage = await openChatStage({
    answerers: [
      async ({ signal }, writer) => {
        writer.route(route)
        writer.say('I will write to Ada.')
        const wanted = { action: 'SEND_LETTER', args: { to: 'Ada' }, provenance: 'model', signal } as const
        const { data } = await stage.runner.run(wanted)
        writer.askApproval((data as { confirmation: Confirmation }).confirmation)
        return true
      },
    ],
    onDecided(asked, decided, writer) {
      heard.push(
        asked.message,
        asked.earlier.map(({ role }) => role),
        decided,
      )
      writer.say('Ada will hear from you.')
      return Promise.resolve(true)
    },
  })
  await using stream = await openStream(`${stage.address}/chat/stream`, { body: { message: 'write to Ada' } })
  const events = await stream.take()
  const last = events.at(-1) as Extract<WireEvent, { type: 'run.end' }>
  expect(last).toMatchObject({
    outcome: 'interrupt',
    components: [{ type: 'text' }, { type: 'confirmation' }],
  })
  expect(stage.letters).toEqual([])
  const { confirmation_id } = last.components[1] as unknown as Confirmation
  const confirmed = await postJson(`${stage.address}/api/confirm`, { confirmation_id, approved: true })
  const result = { success: true, message: 'The letter to Ada is on its way.', data: { sent: true } }
  expect(await confirmed.json()).toMatchObject({ status: 'approved', result })
  expect(stage.letters).toEqual(['Ada'])
  const { session_id, run_id } = events[0] as Extract<WireEvent, { type: 'run.start' }>
  await expect.poll(() => stage.chat.sessions.read(session_id).messages.length).toBe(3)
  const follow = stage.chat.sessions.read(session_id).messages[2]!
  expect(follow).toMatchObject({ role: 'assistant', text: 'Ada will hear from you.' })
  await using replay = await openStream(`${stage.address}/api/runs/${follow.run_id}/events`)
  const [start, decided, ...rest] = await replay.take()
  expect(start).toMatchObject({ type: 'run.start', continues: run_id, message: 'write to Ada' })
  expect(decided).toMatchObject({ type: 'approval.result', confirmation_id, approved: true, result })
  expect(rest.at(-1)).toMatchObject({ type: 'run.end', outcome: 'success' })
  expect(heard).toEqual(['write to Ada', ['user', 'assistant'], { confirmation_id, approved: true, result }])
})

test('a rejected wish is said to be rejected where nobody goes on', async () => {
  await using stage = await openChatStage({
    answerers: [
      async ({ signal }, writer) => {
        writer.route({ ...route, by: 'router' })
        const wanted = { action: 'SEND_LETTER', args: { to: 'Eve' }, provenance: 'model', signal } as const
        const { data } = await stage.runner.run(wanted)
        writer.askApproval((data as { confirmation: Confirmation }).confirmation)
        return true
      },
    ],
  })
  const reply = (await (await postJson(`${stage.address}/chat`, { message: 'write to Eve' })).json()) as {
    session_id: string
    components: Confirmation[]
  }
  const { confirmation_id } = reply.components[0]!
  await postJson(`${stage.address}/api/confirm`, { confirmation_id, approved: false })
  await expect.poll(() => stage.chat.sessions.read(reply.session_id).messages.length).toBe(3)
  expect(stage.chat.sessions.read(reply.session_id).messages[2]!.text).toMatch(/Nothing was done/)
  expect(stage.letters).toEqual([])
})

test("the action of a component is the one that was sent, and a model's tool call asks first", async () => {
  const actions =
    (by: 'model' | 'router'): Answerer =>
    (asked, writer) => {
      if (asked.message !== by) return Promise.resolve(false)
      writer.route({ by, score: null, candidates: [] })
      writer.add({
        type: 'card',
        children: [
          {
            type: 'button',
            label: 'Send',
            action: { kind: 'tool', tool_name: 'SEND_LETTER', args: { to: '$name', text: 'Dear $name' } },
          },
          { type: 'button', label: 'Keep', action: { kind: 'store', key: 'pick', value: '$value' } },
          { type: 'button', label: 'Ask', action: { kind: 'chat', message: 'more about $value' } },
          { type: 'list', items: [{ text: 'Open', action: { kind: 'open', url: 'https://example.org' } }] },
        ],
      })
      return Promise.resolve(true)
    }
  const echo: Answerer = ({ message }, writer) => {
    writer.say(`You said: ${message}`)
    return Promise.resolve(true)
  }
  await using stage = await openChatStage({ answerers: [actions('model'), actions('router'), echo] })
  const ask = async (message: string) => {
    const reply = (await (await postJson(`${stage.address}/chat`, { message })).json()) as {
      run_id: string
      components: { children: { id: string }[] }[]
    }
    const press = async (child: number, more: object = {}) => {
      const component_id = reply.components[0]!.children[child]!.id
      const response = await postJson(`${stage.address}/chat/action`, {
        run_id: reply.run_id,
        component_id,
        ...more,
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    return { ...reply, press }
  }
  const form = { name: 'Ada' }
  const byRouter = await ask('router')
  expect((await byRouter.press(0, { values: { form } })).body).toMatchObject({
    kind: 'tool',
    result: { success: true },
  })
  expect(stage.letters).toEqual(['Ada'])
  const byModel = await ask('model')
  const asksFirst = await byModel.press(0, { values: { form } })
  expect(asksFirst.body).toMatchObject({
    kind: 'tool',
    result: { success: false },
    components: [{ type: 'confirmation', args: { to: 'Ada', text: 'Dear Ada' } }],
  })
  expect(stage.letters).toEqual(['Ada'])
  await byModel.press(1, { values: { value: { n: 3 } } })
  expect(stage.stored.get('pick')).toEqual({ n: 3 })
  const chat = await byModel.press(2, { values: { value: 'cats' } })
  await using stream = await openStream(`${stage.address}/api/runs/${chat.body['run_id'] as string}/events`)
  expect(seen(await stream.take())).toMatchObject([{ text: 'You said: more about cats' }])
  const open = await byModel.press(3, { action_path: '/items/0/action' })
  expect(open.body).toMatchObject({ kind: 'open', open: { url: 'https://example.org' } })
  expect((await byModel.press(3)).status).toBe(404)
  // The answer to the question that the button raised comes back to the conversation.
  const { confirmation_id } = (asksFirst.body['components'] as Confirmation[])[0]!
  await postJson(`${stage.address}/api/confirm`, { confirmation_id, approved: true })
  expect(stage.letters).toEqual(['Ada', 'Ada'])
  const { session_id } = asksFirst.body as { session_id: string }
  await expect
    .poll(() => stage.chat.sessions.read(session_id).messages.at(-1)!.text)
    .toBe('The letter to Ada is on its way.')
})

test('a hundred conversations at a time keep to themselves', async () => {
  await using stage = await openChatStage({
    answerers: [
      async ({ message }, writer) => {
        writer.route(route)
        for (let word = 0; word < 20; word += 1) {
          writer.say(`${message}-${word} `)
          await sleep(2)
        }
        return true
      },
    ],
  })
  const texts = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      await using stream = await openStream(`${stage.address}/chat/stream`, {
        body: { message: `m${index}` },
      })
      const events = await stream.take()
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, at) => at + 1))
      return (seen(events)[0] as unknown as { text: string }).text
    }),
  )
  for (const [index, text] of texts.entries())
    expect(text).toBe(Array.from({ length: 20 }, (_, word) => `m${index}-${word} `).join(''))
})

test('deleting a conversation stops what runs in it and leaves nothing behind', async () => {
  const { answerer, writer } = talker()
  await using stage = await openChatStage({ answerers: [answerer] })
  await using stream = await openStream(`${stage.address}/chat/stream`, {
    body: { message: 'a rare word: quokka' },
  })
  const [start] = (await stream.take(() => true)) as Extract<WireEvent, { type: 'run.start' }>[]
  ;(await writer).say('quokkas!')
  const { session_id, run_id } = start!
  const removed = await fetch(`${stage.address}/api/chats/${session_id}`, { method: 'DELETE' })
  expect(await removed.json()).toEqual({ session_id, deleted: true })
  expect((await stream.take()).at(-1)).toMatchObject({ outcome: 'cancelled' })
  for (const table of ['chats', 'runs', 'messages', 'run_events', 'run_approvals'])
    expect(stage.database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()).toEqual({ n: 0 })
  expect(stage.chat.sessions.list({ query: 'quokka' }).chats).toEqual([])
  expect((await fetch(`${stage.address}/api/runs/${run_id}/events`)).status).toBe(404)
})
