import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, nullable, objectOrList, timestamp } from '../../contract/schema.ts'

const component = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The component type',
})

export const RenderReport = Type.Object(
  {
    component,
    success: Type.Boolean({ description: 'Whether it was rendered' }),
    error: Type.Optional(nullable(Type.String(), { description: 'Why not; cut after 2,000 characters' })),
    duration_ms: Type.Optional(nullable(Type.Number({ minimum: 0 }), { description: 'Render time' })),
  },
  { description: 'One attempt to render a component' },
)
export type RenderReport = Static<typeof RenderReport>

const count = (description: string) => Type.Integer({ minimum: 0, description })
const failureRate = Type.Number({ minimum: 0, maximum: 1, description: 'Failures among renders, 0 to 1' })
const duration = (share: string) =>
  Type.Optional(
    Type.Number({ minimum: 0, description: `${share} of renders took no longer; accurate to 12 %` }),
  )

export const ComponentTelemetry = Type.Object({
  component: Type.String({ description: 'Component type; "other" collects all beyond the first 500' }),
  renders: count('Render attempts, including failed ones'),
  failures: count('Attempts that failed'),
  failure_rate: failureRate,
  p50_ms: duration('Half'),
  p95_ms: duration('95 %'),
  last_failure_at: nullable(timestamp('Last failure')),
  last_error: nullable(Type.String({ description: 'Why it last failed' })),
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
  components: Type.Array(ComponentTelemetry, { description: 'Most failures first' }),
  recent_failures: Type.Array(RenderFailure, { description: 'Newest first' }),
  total_renders: count('Total render attempts'),
  total_failures: count('Attempts that failed'),
  failure_rate: failureRate,
  since: nullable(timestamp('When counting started; null before the first report')),
})
export type Telemetry = Static<typeof Telemetry>

export const telemetryContract = defineContract({
  report: {
    method: 'POST',
    path: '/api/ui_telemetry',
    anyCaller: true,
    summary: 'Report whether components rendered',
    description: 'Accepts one report or a list of up to 500.',
    body: objectOrList(RenderReport, Type.Array(RenderReport, { maxItems: 500 })),
    result: Type.Object({ accepted: count('Reports counted') }),
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
    summary: 'Read how often components rendered and failed',
    query: closed({
      failures: Type.Optional(
        Type.Integer({
          default: 50,
          minimum: 0,
          maximum: 200,
          description: 'Maximum number of recent failures to return',
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
