import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, nullable, objectOrList, timestamp } from '../../contract/schema.ts'

const component = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Component type that was rendered',
})

export const RenderReport = Type.Object(
  {
    component,
    success: Type.Boolean({ description: 'Whether it was drawn' }),
    error: Type.Optional(nullable(Type.String(), { description: 'Why not; cut after 2,000 characters' })),
    duration_ms: Type.Optional(
      nullable(Type.Number({ minimum: 0 }), { description: 'How long drawing took' }),
    ),
  },
  { description: 'One attempt to draw a component' },
)
export type RenderReport = Static<typeof RenderReport>

const count = (description: string) => Type.Integer({ minimum: 0, description })
const failureRate = Type.Number({ minimum: 0, maximum: 1, description: 'Failures among renders, 0 to 1' })
const duration = (share: string) =>
  Type.Optional(
    Type.Number({ minimum: 0, description: `${share} of the renders took no longer; exact to 12 %` }),
  )

export const ComponentTelemetry = Type.Object({
  component: Type.String({ description: 'Component type; "other" collects those beyond the first 500' }),
  renders: count('Attempts to draw it, failed ones included'),
  failures: count('Attempts that failed'),
  failure_rate: failureRate,
  p50_ms: duration('Half'),
  p95_ms: duration('95 %'),
  last_failure_at: nullable(timestamp('When it failed last')),
  last_error: nullable(Type.String({ description: 'Why it failed last' })),
})
export type ComponentTelemetry = Static<typeof ComponentTelemetry>

export const RenderFailure = Type.Object({
  component: Type.String({ description: 'Component type' }),
  error: nullable(Type.String({ description: 'Why it failed' })),
  duration_ms: nullable(Type.Number({ minimum: 0, description: 'How long the attempt took' })),
  at: timestamp('When it failed'),
})
export type RenderFailure = Static<typeof RenderFailure>

export const Telemetry = Type.Object({
  components: Type.Array(ComponentTelemetry, { description: 'Those that fail most first' }),
  recent_failures: Type.Array(RenderFailure, { description: 'Newest first' }),
  total_renders: count('Attempts to draw anything'),
  total_failures: count('Attempts that failed'),
  failure_rate: failureRate,
  since: nullable(timestamp('When counting began; null while nothing was reported')),
})
export type Telemetry = Static<typeof Telemetry>

export const telemetryContract = defineContract({
  report: {
    method: 'POST',
    path: '/api/ui_telemetry',
    anyCaller: true,
    summary: 'Report whether components could be drawn',
    description: 'Takes one report or a list of up to 500.',
    body: objectOrList(RenderReport, Type.Array(RenderReport, { maxItems: 500 })),
    result: Type.Object({ accepted: count('Reports that were counted') }),
    example: {
      body: [
        { component: 'chart', success: true, duration_ms: 14.5 },
        { component: 'chart', success: false, error: 'series is not a list' },
      ],
      result: { accepted: 2 },
    },
  },
  read: {
    method: 'GET',
    path: '/api/ui_telemetry',
    summary: 'Read how often components were drawn, and how often that failed',
    query: closed({
      failures: Type.Optional(
        Type.Integer({
          default: 50,
          minimum: 0,
          maximum: 200,
          description: 'Most recent failures in the answer',
        }),
      ),
    }),
    result: Telemetry,
    example: {
      query: { failures: 10 },
      result: {
        components: [
          {
            component: 'chart',
            renders: 2,
            failures: 1,
            failure_rate: 0.5,
            p50_ms: 14.6,
            p95_ms: 14.6,
            last_failure_at: '2026-03-02T09:30:00.000Z',
            last_error: 'series is not a list',
          },
        ],
        recent_failures: [
          {
            component: 'chart',
            error: 'series is not a list',
            duration_ms: null,
            at: '2026-03-02T09:30:00.000Z',
          },
        ],
        total_renders: 2,
        total_failures: 1,
        failure_rate: 0.5,
        since: '2026-03-02T09:30:00.000Z',
      },
    },
  },
})
