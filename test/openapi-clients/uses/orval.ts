import {
  healthGet,
  storeGet,
  storePut,
  workflowsCreateSchedule,
  workflowsReadSchedule,
  workflowsRemoveSchedule,
} from '../dist/orval/deskhand.js'
import { steps } from './steps.ts'

/** What a client of orval does with the service; its address is written into what orval generates. */
export async function walk(): Promise<unknown> {
  const health = await healthGet()
  await storePut('colours', ['red', 'blue'])
  const stored = await storeGet('colours')
  const made = await workflowsCreateSchedule({ name: 'Count', every: '1d', steps })
  if (made.status !== 201) throw new Error(made.data.detail)
  const read = await workflowsReadSchedule(made.data.schedule_id)
  await workflowsRemoveSchedule(made.data.schedule_id)
  const gone = await workflowsReadSchedule(made.data.schedule_id)
  return {
    health: health.status === 200 && health.data.status,
    stored: stored.data,
    schedule: read.status === 200 && read.data.name,
    gone: { status: gone.status, code: gone.status === 404 && gone.data.code },
  }
}
