import type { Handlers } from '../../contract/endpoint.ts'
import type { scheduleEndpoints } from './schedule-endpoints.ts'
import type { Schedules } from './schedules/schedules.ts'

export function scheduleHandlers({
  schedules,
}: {
  schedules: Schedules
}): Handlers<typeof scheduleEndpoints> {
  return {
    listSchedules: async () => ({ schedules: await schedules.list() }),

    createSchedule: ({ body }) => schedules.create(body),

    readSchedule: ({ params }) => schedules.read(params.schedule_id),
    pauseSchedule: ({ params }) => schedules.pause(params.schedule_id),
    resumeSchedule: ({ params }) => schedules.resume(params.schedule_id),

    async removeSchedule({ params }) {
      await schedules.remove(params.schedule_id)
      return { schedule_id: params.schedule_id, deleted: true as const }
    },
  }
}
