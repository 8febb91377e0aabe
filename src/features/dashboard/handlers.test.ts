import { expect, test } from 'vitest'
import type { Call, ResultOf } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { silentLog } from '../../contract/log.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { dashboardContract } from './contract.ts'
import { type DashboardDeps, dashboardHandlers } from './handlers.ts'

const { read } = dashboardContract
const example = read.example.result

test('the example fits the declared shape', () => {
  expect(checkFor(read.result, 'result')(example)).toEqual([])
})

test('every part is shown beside the version and the uptime', async () => {
  const dashboard = await ask({})
  expect(dashboard).toEqual({
    ...example,
    uptime_s: 12.346,
    providers: [{ provider: 'OPEN_METEO', status: 'ok', message: null }],
  })
  expect(checkFor(read.result, 'result')(dashboard)).toEqual([])
})

test('a part that fails is replaced by its reason, and the log says more than the answer', async () => {
  const warnings: object[] = []
  const dashboard = await ask(
    {
      workflows() {
        throw new AppError('unavailable', 'Workflows are not there yet.')
      },
      store: async () => {
        throw new TypeError('secret inner detail')
      },
    },
    { log: { ...silentLog, warn: (fields) => void warnings.push(fields) } },
  )
  expect(dashboard.workflows).toEqual({
    error: { code: 'unavailable', message: 'Workflows are not there yet.' },
  })
  expect(dashboard.store).toEqual({
    error: { code: 'internal', message: "Couldn't read this part. See the log." },
  })
  expect(dashboard.telemetry).toEqual(example.telemetry)
  expect(warnings).toMatchObject([{ part: 'store', err: { message: 'secret inner detail' } }])
  expect(checkFor(read.result, 'result')(dashboard)).toEqual([])
})

test('a part that hangs is given up and told so, and the others do not wait for it', async () => {
  let given: AbortSignal | undefined
  const dashboard = await ask({
    providers: (signal) => {
      given = signal
      return new Promise(() => {})
    },
  })
  expect(dashboard.providers).toMatchObject({ error: { code: 'timeout' } })
  expect(dashboard.database).toEqual(example.database)
  expect(given?.aborted).toBe(true)
})

test('a part that fails after it was given up disturbs nobody', async () => {
  const failed = Promise.withResolvers<never>()
  const dashboard = await ask({ metrics: () => failed.promise })
  failed.reject(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(dashboard.metrics).toMatchObject({ error: { code: 'timeout' } })
})

async function ask(
  parts: Partial<DashboardDeps['parts']>,
  call: Partial<Call> = {},
): Promise<ResultOf<typeof read>> {
  const handlers = dashboardHandlers({
    version: example.version,
    now: () => new Date(example.generated_at),
    uptimeSeconds: () => 12.345_678,
    patienceMs: 25,
    parts: {
      metrics: async () => ({ ...example.metrics, history: [...example.metrics.history] }),
      workflows: () => example.workflows,
      schedules: () => ({ ...example.schedules, next: [...example.schedules.next] }),
      confirmations: async () => ({ ...example.confirmations, newest: [...example.confirmations.newest] }),
      notifications: () => ({ ...example.notifications, newest: [...example.notifications.newest] }),
      store: () => example.store,
      telemetry: () => example.telemetry,
      providers: () => [{ provider: 'OPEN_METEO', status: 'ok', message: null }],
      database: () => example.database,
      ...parts,
    },
  })
  const whole = { signal: new AbortController().signal, log: silentLog, ...call } as Call
  const input = { params: undefined, query: undefined, body: undefined }
  return (await handlers.read(input, whole)) as ResultOf<typeof read>
}
