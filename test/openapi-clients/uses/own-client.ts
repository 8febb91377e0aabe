import { createClient, DeskhandError } from '../dist/own-client/client.js'
import { steps } from './steps.ts'

/** What the client that comes with Deskhand does with the service. */
export async function walk(baseUrl: string): Promise<unknown> {
  const client = createClient({ baseUrl })
  const health = await client.health.get()
  await client.store.put({ params: { key: 'colours' }, body: ['red', 'blue'] })
  const stored = await client.store.get({ params: { key: 'colours' } })
  const made = await client.workflows.createSchedule({ body: { name: 'Count', every: '1d', steps } })
  const params = { schedule_id: made.schedule_id }
  const { name } = await client.workflows.readSchedule({ params })
  await client.workflows.removeSchedule({ params })
  const gone: unknown = await client.workflows.readSchedule({ params }).catch((error: unknown) => error)
  if (!(gone instanceof DeskhandError)) throw new Error('It should be gone.')
  return {
    health: health.status,
    stored,
    schedule: name,
    gone: { status: gone.status, code: gone.code },
  }
}

/** The first event that says a value was written, heard while it is written. */
export async function hear(baseUrl: string): Promise<unknown> {
  const client = createClient({ baseUrl })
  const ending = new AbortController()
  for await (const event of client.events.stream({ query: { topics: 'store.*' }, signal: ending.signal })) {
    if (event.type === 'hello') await client.store.put({ params: { key: 'heard' }, body: 1 })
    if (event.type === 'store.changed') return event['key']
  }
  return null
}

/** Bytes and forms go as they are. */
export async function upload(baseUrl: string): Promise<unknown> {
  const form = new FormData()
  form.append('file', new Blob(['# Tides\n\nThe sea rises twice a day.']), 'tides.md')
  const { filename, size } = await createClient({ baseUrl }).documents.upload({ body: form })
  return { filename, size }
}
