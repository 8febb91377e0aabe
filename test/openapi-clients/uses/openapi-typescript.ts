import createClient from 'openapi-fetch'
import type { paths } from '../dist/openapi-typescript.js'
import { steps } from './steps.ts'

/** What a client of openapi-typescript and openapi-fetch does with the service. */
export async function walk(baseUrl: string): Promise<unknown> {
  const client = createClient<paths>({ baseUrl })
  const health = await client.GET('/health')
  await client.POST('/api/store/{key}', { params: { path: { key: 'colours' } }, body: ['red', 'blue'] })
  const stored = await client.GET('/api/store/{key}', { params: { path: { key: 'colours' } } })
  const made = await client.POST('/api/schedules', { body: { name: 'Count', every: '1d', steps } })
  if (!made.data) throw new Error(made.error.detail)
  const path = { schedule_id: made.data.schedule_id }
  const read = await client.GET('/api/schedules/{schedule_id}', { params: { path } })
  await client.DELETE('/api/schedules/{schedule_id}', { params: { path } })
  const gone = await client.GET('/api/schedules/{schedule_id}', { params: { path } })
  return {
    health: health.data?.status,
    stored: stored.data,
    schedule: read.data?.name,
    gone: { status: gone.response.status, code: gone.error?.code },
  }
}
