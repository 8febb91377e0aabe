import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { componentSchemas } from '../../../components/schemas.ts'
import { silentLog } from '../../../contract/log.ts'
import { migrations } from '../../../migrations/migrations.ts'
import type { Answerer, AnswerWriter } from '../answering.ts'
import { StoredTaints } from '../model/taint.ts'
import { createChat } from '../chat.ts'
import { unread } from '../../../../test/unread.ts'
import { openDatabase } from '../../../platform/database/open-database.ts'

async function openChat(answerer: Answerer) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-journal-'))
  const now = () => new Date()
  const database = await openDatabase({
    path: join(folder.path, 'deskhand.db'),
    backupFolder: join(folder.path, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const chat = createChat({
    database,
    now,
    log: silentLog,
    publish: () => {},
    taints: new StoredTaints(database),
    loadComponents: () => Promise.resolve({ definitions: componentSchemas }),
    read: unread,
    answerers: () => [answerer],
  })
  return {
    chat,
    database,
    async [Symbol.asyncDispose]() {
      await chat.close()
      await database.close()
      await folder.remove()
    },
  }
}

const question = { message: 'hi', provenance: 'local-client' } as const

/** Holds the answer open until the test lets it end. */
function heldAnswer() {
  const begun = Promise.withResolvers<AnswerWriter>()
  const over = Promise.withResolvers<void>()
  const answerer: Answerer = async (_asked, writer) => {
    writer.route({ by: 'model', score: null, candidates: [] })
    begun.resolve(writer)
    await over.promise
    return true
  }
  return { answerer, writer: begun.promise, finish: () => over.resolve() }
}

test('text is there to read before the disk has it, everything else is not', async () => {
  const { answerer, writer, finish } = heldAnswer()
  await using stage = await openChat(answerer)
  const { run_id } = await stage.chat.start(question)
  const speaker = await writer
  const events = (await stage.chat.follow(run_id))[Symbol.asyncIterator]()
  expect((await events.next()).value).toMatchObject({ fact: { type: 'run.start' } })
  const stored = () =>
    stage.database
      .prepare('SELECT type FROM run_events ORDER BY seq')
      .all()
      .map(({ type }) => type)
  speaker.say('Hello')
  expect((await events.next()).value).toMatchObject({ fact: { type: 'text.delta', delta: 'Hello' } })
  expect(stored()).toEqual(['run.start'])
  speaker.notice('info', 'Noted.')
  expect((await events.next()).value).toMatchObject({ fact: { type: 'notice' } })
  expect(stored()).toEqual(['run.start', 'text.delta', 'notice'])
  finish()
  await events.next()
  expect(stored()).toEqual(['run.start', 'text.delta', 'notice', 'run.end'])
})

test('a reader that is far behind gets everything in order, from the log', async () => {
  const { answerer, writer, finish } = heldAnswer()
  await using stage = await openChat(answerer)
  const { run_id, answer } = await stage.chat.start(question)
  const speaker = await writer
  const slow = (await stage.chat.follow(run_id))[Symbol.asyncIterator]()
  await slow.next()
  for (let number = 0; number < 3_000; number += 1) {
    speaker.notice('info', String(number))
    if (number % 100 === 0) await nextTurn()
  }
  const texts: string[] = []
  const read = async (count: number) => {
    for (let next; texts.length < count && !(next = await slow.next()).done;) {
      const { fact } = next.value
      if (fact.type === 'notice') texts.push(fact.text)
    }
  }
  await read(1_500)
  finish()
  await answer
  await read(Infinity)
  expect(texts).toEqual(Array.from({ length: 3_000 }, (_, number) => String(number)))
})

test('when nothing can be kept any more, readers are cut off rather than lied to', async () => {
  const { answerer, writer, finish } = heldAnswer()
  await using stage = await openChat(answerer)
  const { run_id, answer } = await stage.chat.start(question)
  const speaker = await writer
  const events = (await stage.chat.follow(run_id))[Symbol.asyncIterator]()
  await events.next()
  await stage.database.close()
  speaker.notice('info', 'Noted.')
  await expect(events.next()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
  finish()
})

test('a run whose conversation vanished takes no other run with it', async () => {
  const writers = new Map<string, AnswerWriter>()
  const over = Promise.withResolvers<void>()
  await using stage = await openChat(async ({ message }, writer) => {
    writer.route({ by: 'model', score: null, candidates: [] })
    writers.set(message, writer)
    await over.promise
    return true
  })
  const gone = await stage.chat.start({ ...question, message: 'gone' })
  const stays = await stage.chat.start({ ...question, message: 'stays' })
  await expect.poll(() => writers.size).toBe(2)
  await stage.chat.sessions.remove(gone.session_id)
  writers.get('gone')!.say('Hello?')
  writers.get('stays')!.say('Hello.')
  over.resolve()
  await expect(gone.answer).rejects.toThrow(/FOREIGN KEY/)
  expect((await stays.answer).components).toMatchObject([{ type: 'text', text: 'Hello.' }])
})

test('a run that begins while another is being written loses nothing', async () => {
  const first = Promise.withResolvers<AnswerWriter>()
  const over = Promise.withResolvers<void>()
  await using stage = await openChat(async ({ message }, writer) => {
    if (message === 'first') {
      first.resolve(writer)
      await over.promise
    } else writer.notice('info', 'At once.')
    return true
  })
  const { answer } = await stage.chat.start({ ...question, message: 'first' })
  // Its event is queued for the disk before the row of the second run is, and both go in the same turn.
  ;(await first.promise).notice('info', 'Busy.')
  const second = await stage.chat.start({ ...question, message: 'second' })
  await second.answer
  const types: string[] = []
  for await (const { fact } of await stage.chat.follow(second.run_id)) types.push(fact.type)
  expect(types).toEqual(['run.start', 'notice', 'run.end'])
  over.resolve()
  await answer
})

test('a component of our own that does not fit is a failure of the answer, not something to send', async () => {
  await using stage = await openChat((_asked, writer) => {
    writer.add({ type: 'live_weather', town: 'Oslo' })
    return Promise.resolve(true)
  })
  const { answer } = await stage.chat.start(question)
  expect((await answer).components).toMatchObject([{ type: 'error', code: 'internal' }])
})

test('very long text goes on in another component, and only white space is none', async () => {
  await using stage = await openChat((_asked, writer) => {
    writer.say('\n\n')
    writer.say('a'.repeat(150_000))
    writer.say('b'.repeat(120_000))
    writer.add({ type: 'divider' })
    writer.say(' \n')
    return Promise.resolve(true)
  })
  const { components } = await (await stage.chat.start(question)).answer
  const texts = components.filter(({ type }) => type === 'text').map((component) => String(component['text']))
  expect(texts.join('')).toBe('a'.repeat(150_000) + 'b'.repeat(120_000))
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(200_000)
  expect(components.at(-1)!.type).toBe('divider')
})

test('whoever writes from outside sees no conversation but their own', async () => {
  await using stage = await openChat((_asked, writer) => {
    writer.say('Hello')
    return Promise.resolve(true)
  })
  const own = await stage.chat.start({ message: 'hi', provenance: 'webhook:ada' })
  await own.answer
  const local = await stage.chat.start(question)
  await local.answer
  const outside = { message: 'and?', provenance: 'webhook:ada' } as const
  await (
    await stage.chat.start({ ...outside, session_id: own.session_id })
  ).answer
  await expect(stage.chat.start({ ...outside, session_id: local.session_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(
    stage.chat.start({ ...outside, provenance: 'webhook:eve', session_id: own.session_id }),
  ).rejects.toMatchObject({ code: 'not_found' })
  // In no order: all of it may have happened within one millisecond.
  const origins = stage.chat.sessions.list({}).chats.map(({ origin }) => origin)
  expect(origins.toSorted()).toEqual(['client', 'webhook:ada'])
})
