import { createClient } from '../dist/hey-api/client/index.js'
import {
  healthGet,
  storeGet,
  storePut,
  workflowsCreateSchedule,
  workflowsReadSchedule,
  workflowsRemoveSchedule,
} from '../dist/hey-api/index.js'
import { steps } from './steps.ts'

/** What a client of hey-api does with the service. */
export async function walk(baseUrl: string): Promise<unknown> {
  const client = createClient({ baseUrl })
  const health = await healthGet({ client })
  await storePut({ client, path: { key: 'colours' }, body: ['red', 'blue'] })
  const stored = await storeGet({ client, path: { key: 'colours' } })
  const made = await workflowsCreateSchedule({ client, body: { name: 'Count', every: '1d', steps } })
  if (!made.data) throw new Error(made.error.detail)
  const path = { schedule_id: made.data.schedule_id }
  const read = await workflowsReadSchedule({ client, path })
  await workflowsRemoveSchedule({ client, path })
  const gone = await workflowsReadSchedule({ client, path })
  return {
    health: health.data?.status,
    stored: stored.data,
    schedule: read.data?.name,
    gone: { status: gone.response?.status, code: gone.error?.code },
  }
}
