import { expect, test } from 'vitest'
import { startTestService } from '../../../test/service.ts'

const json = { 'content-type': 'application/json' }

test('a key that was never written is an empty object, and a written one survives a restart', async () => {
  await using service = await startTestService()
  const at = `${service.address}/api/store/todo%2Fhome`
  expect(await (await fetch(at)).json()).toEqual({})
  const written = await fetch(at, { method: 'POST', headers: json, body: '{"items":["milk"]}' })
  expect(await written.json()).toMatchObject({ key: 'todo/home', version: 1 })
  await service.restart()
  expect(await (await fetch(at)).json()).toEqual({ items: ['milk'] })
})

test.each(['null', 'false', '0', '""', '[]', '"text"', '[1,{"a":null}]'])(
  '%s is a value like any other',
  async (value) => {
    await using service = await startTestService()
    const at = `${service.address}/api/store/value`
    expect((await fetch(at, { method: 'POST', headers: json, body: value })).status).toBe(200)
    expect(await (await fetch(at)).text()).toBe(value)
  },
)

test('of two writers with the same ETag one is told that it came too late', async () => {
  await using service = await startTestService()
  const at = `${service.address}/api/store/board`
  await fetch(at, { method: 'POST', headers: json, body: '1' })
  const etag = (await fetch(at)).headers.get('etag')!
  const write = (body: string) => fetch(at, { method: 'POST', headers: { ...json, 'if-match': etag }, body })
  const statuses = (await Promise.all([write('2'), write('3')])).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412])
})

test('a deleted key counts on, so that an old ETag never fits a later value', async () => {
  await using service = await startTestService()
  const at = `${service.address}/api/store/note`
  const write = (headers: object = {}) =>
    fetch(at, { method: 'POST', headers: { ...json, ...headers }, body: '"x"' })
  const first = (await write()).headers.get('etag')!
  expect(await (await fetch(at, { method: 'DELETE' })).json()).toEqual({ key: 'note', deleted: true })
  expect(await (await fetch(at, { method: 'DELETE' })).json()).toEqual({ key: 'note', deleted: false })
  const second = (await write()).headers.get('etag')!
  expect(second).not.toBe(first)
  expect((await write({ 'if-match': first })).status).toBe(412)
  expect((await write({ 'if-none-match': '*' })).status).toBe(412)
})

test('a value over 1 MiB and a key over 512 characters are refused, and one of exactly that size is kept', async () => {
  await using service = await startTestService()
  const write = (key: string, body: string) =>
    fetch(`${service.address}/api/store/${encodeURIComponent(key)}`, { method: 'POST', headers: json, body })
  const fits = JSON.stringify('x'.repeat(1024 * 1024 - 2))
  expect((await write('k', fits)).status).toBe(200)
  const tooLarge = await write('k', `${fits} `)
  expect(tooLarge.status).toBe(413)
  expect(await tooLarge.json()).toMatchObject({ code: 'too_large' })
  expect((await write('ü'.repeat(512), '1')).status).toBe(200)
  expect((await write('ü'.repeat(513), '1')).status).toBe(400)
})

test('a change is told to whoever listens', async () => {
  await using service = await startTestService()
  const stop = new AbortController()
  const response = await fetch(`${service.address}/api/events?topics=store.*`, { signal: stop.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  await fetch(`${service.address}/api/store/k`, { method: 'POST', headers: json, body: '1' })
  let text = ''
  while (!text.includes('store.changed')) text += (await reader.read()).value ?? ''
  stop.abort()
  expect(text).toMatch(/"key":"k","version":1/)
})

test('the keys are listed page by page, those of a prefix alone', async () => {
  await using service = await startTestService()
  for (const key of ['a1', 'a2', 'a3', 'b1']) await service.client.store.put({ params: { key }, body: 1 })
  const first = await service.client.store.list({ query: { prefix: 'a', limit: 2 } })
  expect(first.entries.map(({ key }) => key)).toEqual(['a1', 'a2'])
  const next = await service.client.store.list({ query: { prefix: 'a', limit: 2, after: first.next_after! } })
  expect(next.entries.map(({ key }) => key)).toEqual(['a3'])
  expect(next.next_after).toBeNull()
})
