import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openChatStage, openStream, postJson, seen, type WireEvent } from './chat-stage.ts'

const victimPath = fileURLToPath(new URL('chat-victim.ts', import.meta.url))

/** Starts a chat in a process of its own, reads for a while, and kills it in the middle of a sentence. */
async function cutInTheMiddle(
  folder: string,
  { afterEvents, pauseMs }: { afterEvents: number; pauseMs: number },
) {
  const child = spawn(process.execPath, [victimPath, folder, String(pauseMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const stream = await openStream(`${line.toString().trim()}/chat/stream`, { body: { message: 'talk' } })
  const events: WireEvent[] = []
  const reading = (async () => {
    for (let next; (next = await stream.next());) events.push(next.data)
  })().catch(() => {})
  while (events.length < afterEvents) await sleep(1)
  child.kill('SIGKILL')
  await Promise.all([reading, once(child, 'exit')])
  return events
}

test.each([
  { afterEvents: 2, pauseMs: 1 },
  { afterEvents: 3, pauseMs: 30 },
  { afterEvents: 20, pauseMs: 1 },
  { afterEvents: 45, pauseMs: 2 },
  { afterEvents: 80, pauseMs: 0 },
])(
  'after kill -9 at event $afterEvents a reader goes on without a gap or a contradiction',
  async (moment) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-crash-'))
    const before = await cutInTheMiddle(folder.path, moment)
    const { run_id, session_id } = before[0] as Extract<WireEvent, { type: 'run.start' }>
    await using stage = await openChatStage({ folder: folder.path, answerers: [] })
    const url = `${stage.address}/api/runs/${run_id}/events`
    await using rest = await openStream(url, { lastEventId: before.at(-1)!.seq })
    const after = await rest.take()
    expect(after.at(-1)).toMatchObject({ type: 'run.error', code: 'interrupted', retryable: true })
    const numbers = [...before, ...after].map(({ seq }) => seq)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    // Whoever was there all the time, whoever comes new and the history have the same in the end.
    await using whole = await openStream(url)
    const fresh = seen(await whole.take())
    expect(seen([...before, ...after])).toEqual(fresh)
    const chat = stage.chat.sessions.read(session_id)
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(chat.messages[1]!.components).toEqual(fresh)
    // Nothing but the last moment of text may be missing, and the conversation goes on.
    const words = fresh.filter(({ type }) => type === 'text').map((component) => String(component['text']))
    const sent = seen(before)
      .filter(({ type }) => type === 'text')
      .map((component) => String(component['text']))
    expect(sent.join('').startsWith(words.join(''))).toBe(true)
    const next = await postJson(`${stage.address}/chat`, { message: 'and?', session_id })
    expect(next.status).toBe(200)
  },
)

test('a message that was acknowledged is there after kill -9, also when nothing was said', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-crash-'))
  const before = await cutInTheMiddle(folder.path, { afterEvents: 1, pauseMs: 1_000 })
  const { session_id } = before[0] as Extract<WireEvent, { type: 'run.start' }>
  await using stage = await openChatStage({ folder: folder.path, answerers: [] })
  await stage.chat.follow((before[0] as Extract<WireEvent, { type: 'run.start' }>).run_id)
  const { messages } = stage.chat.sessions.read(session_id)
  expect(messages[0]).toMatchObject({ role: 'user', text: 'talk' })
  expect(messages[1]!.components.at(-1)).toMatchObject({ type: 'error', code: 'interrupted' })
})

test('a service that stops ends its runs as interrupted', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-crash-'))
  const said = Promise.withResolvers<void>()
  const first = await openChatStage({
    folder: folder.path,
    answerers: [
      async ({ signal }, writer) => {
        writer.say('Well, ')
        said.resolve()
        await once(signal, 'abort')
        return true
      },
    ],
  })
  const { run_id, session_id } = await first.chat.start({ message: 'talk', provenance: 'local-client' })
  await said.promise
  await first[Symbol.asyncDispose]()
  await using stage = await openChatStage({ folder: folder.path, answerers: [] })
  await using stream = await openStream(`${stage.address}/api/runs/${run_id}/events`)
  expect((await stream.take()).at(-1)).toMatchObject({ type: 'run.error', code: 'interrupted' })
  expect(stage.chat.sessions.read(session_id).messages).toHaveLength(2)
})
