import type { Move } from './move-job.ts'
import { momentText, titleOf } from './workflow-names.ts'

export const pausing: Move = {
  verb: 'pause',
  workflow: {
    can: ['running', 'waiting'],
    async act(found, { asked }, { workflows }) {
      await workflows.pause(found.workflow_id, asked.provenance)
      return `Paused ${titleOf(found)}. Nothing more of it runs until you resume it.`
    },
  },
  schedule: {
    can: ({ enabled }) => enabled,
    async act(found, _understood, { workflows }) {
      await workflows.switchSchedule(found.schedule_id, false)
      return `The schedule ${titleOf(found)} is off and won't run until you resume it.`
    },
  },
}

export const resuming: Move = {
  verb: 'resume',
  workflow: {
    can: ['paused', 'pending'],
    async act(found, { asked }, { workflows }) {
      await workflows.resume(found.workflow_id, asked.provenance)
      return `${titleOf(found)} continues.`
    },
  },
  schedule: {
    can: ({ enabled }) => !enabled,
    async act(found, { when }, { workflows }) {
      await workflows.switchSchedule(found.schedule_id, true)
      const next = (await workflows.schedules()).find(
        ({ schedule_id }) => schedule_id === found.schedule_id,
      )?.next_run_at
      return `The schedule ${titleOf(found)} is on${next ? `; it runs next on ${momentText(next, when)}` : ''}.`
    },
  },
}
