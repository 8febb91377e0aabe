import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { closed, exactlyOne, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'
import { exampleSteps } from './examples.ts'
import { PlannedStep, Steps, WorkflowName, WorkflowStatus } from './schemas.ts'

const Every = Type.Unsafe<string | number>({
  type: ['string', 'integer'],
  minLength: 2,
  maxLength: 50,
  minimum: 1,
  description:
    'A fixed interval between runs with its unit, e.g. 30s, 15m, 2h, 1d or 1w; a bare number is seconds',
})

const Timezone = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "IANA time zone for cron, e.g. Europe/Berlin; the machine's by default",
})

const CatchUp = literals(['once', 'skip'], {
  default: 'once',
  description: 'After sleep or downtime, run once for all missed times, or not at all',
})

const NewSchedule = closed(
  {
    name: Type.Optional(WorkflowName),
    cron: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Cron expression, e.g. 0 8 * * 1-5; seconds may come first',
      }),
    ),
    every: Type.Optional(Every),
    timezone: Type.Optional(Timezone),
    steps: Type.Optional(Steps),
    workflow_id: Type.Optional(identifier('A stored workflow, whose steps run each time')),
    prompt: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'A sentence to plan each time',
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ default: true, description: 'false creates it paused' })),
    catch_up: Type.Optional(CatchUp),
  },
  exactlyOne(['cron', 'every'], ['steps', 'workflow_id', 'prompt']),
)

export const Schedule = Type.Object(
  {
    schedule_id: identifier('Identifier of the schedule'),
    name: nullable(Type.String(), { description: 'Name' }),
    cron: nullable(Type.String(), { description: 'Cron expression, if any' }),
    every: nullable(Type.String(), { description: 'Interval between runs with its unit, if any' }),
    timezone: Type.String({ description: 'IANA time zone for cron' }),
    steps: Type.Optional(Type.Array(PlannedStep, { description: 'Its steps' })),
    workflow_id: Type.Optional(identifier('Workflow whose steps it runs')),
    prompt: Type.Optional(Type.String({ description: 'The sentence to plan' })),
    enabled: Type.Boolean({ description: 'false while it is paused' }),
    catch_up: literals(['once', 'skip'], {
      description: 'What happens to times missed during sleep or downtime',
    }),
    created_at: timestamp('When it was created'),
    next_run_at: nullable(timestamp('Next run'), { description: 'Next run; null while it is paused' }),
    next_runs: Type.Array(timestamp('A coming run'), { maxItems: 5, description: 'The next five runs' }),
    last_run_at: nullable(timestamp('Last run'), { description: 'Last run; null before the first one' }),
    last_workflow_id: nullable(identifier('Workflow of the last run'), {
      description: 'Workflow of the last run',
    }),
    last_status: nullable(WorkflowStatus, { description: 'Status of the last run' }),
  },
  {
    $id: 'Schedule',
    description: 'A recurring workflow. If the previous run is still going, a run is skipped.',
  },
)

const exampleSchedule: Static<typeof Schedule> = {
  schedule_id: 'sch_9p3f6j1c7v',
  name: 'Morning list of invoices',
  cron: '0 8 * * 1-5',
  every: null,
  timezone: 'Europe/Berlin',
  steps: exampleSteps,
  enabled: true,
  catch_up: 'once',
  created_at: '2026-03-02T09:30:00Z',
  next_run_at: '2026-03-03T07:00:00Z',
  next_runs: [
    '2026-03-03T07:00:00Z',
    '2026-03-04T07:00:00Z',
    '2026-03-05T07:00:00Z',
    '2026-03-06T07:00:00Z',
    '2026-03-09T07:00:00Z',
  ],
  last_run_at: null,
  last_workflow_id: null,
  last_status: null,
}

const params = Type.Object({ schedule_id: identifier('Identifier of the schedule') })
const exampleParams = { schedule_id: exampleSchedule.schedule_id }

export const scheduleEndpoints = defineContract({
  listSchedules: {
    method: 'GET',
    path: '/api/schedules',
    alsoAt: '/api/workflows/recurring',
    summary: 'List schedules',
    description: 'Next to run first, paused ones last.',
    result: Type.Object({ schedules: Type.Array(Schedule, { description: 'All schedules' }) }),
    example: { result: { schedules: [exampleSchedule] } },
  },

  createSchedule: {
    method: 'POST',
    path: '/api/schedules',
    alsoAt: '/api/workflows/recurring',
    summary: 'Create a schedule',
    description:
      'Give exactly one of cron and every for when, and exactly one of steps, workflow_id and prompt for what. Each time ' +
      'gives one run, also across daylight-saving changes.',
    body: NewSchedule,
    bodyLimit: limits.workflow_body_bytes.value,
    result: Schedule,
    status: 201,
    errors: ['not_found', 'forbidden'],
    idempotencyKey: true,
    example: {
      body: {
        name: 'Morning list of invoices',
        cron: '0 8 * * 1-5',
        timezone: 'Europe/Berlin',
        steps: exampleSteps,
      },
      result: exampleSchedule,
    },
  },

  readSchedule: {
    method: 'GET',
    path: '/api/schedules/:schedule_id',
    alsoAt: '/api/workflows/recurring/:schedule_id',
    summary: 'Read a schedule',
    params,
    result: Schedule,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleSchedule },
  },

  pauseSchedule: {
    method: 'POST',
    path: '/api/schedules/:schedule_id/pause',
    alsoAt: '/api/workflows/recurring/:schedule_id/pause',
    summary: 'Pause a schedule',
    description: 'A run in progress continues. Pausing twice is the same as once.',
    params,
    result: Schedule,
    errors: ['not_found'],
    example: {
      params: exampleParams,
      result: { ...exampleSchedule, enabled: false, next_run_at: null, next_runs: [] },
    },
  },

  resumeSchedule: {
    method: 'POST',
    path: '/api/schedules/:schedule_id/resume',
    alsoAt: '/api/workflows/recurring/:schedule_id/resume',
    summary: 'Resume a paused schedule',
    description: 'Continues with the next time; missed times are not made up.',
    params,
    result: Schedule,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleSchedule },
  },

  removeSchedule: {
    method: 'DELETE',
    path: '/api/schedules/:schedule_id',
    alsoAt: '/api/workflows/recurring/:schedule_id',
    summary: 'Remove a schedule',
    description: 'Workflows it started stay as they are.',
    params,
    result: Type.Object({
      schedule_id: identifier('The removed schedule'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown schedule gets 404' }),
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { ...exampleParams, deleted: true } },
  },
})
