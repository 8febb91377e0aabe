import { onTestFinished } from 'vitest'
import type { Call } from '../src/contract/endpoint.ts'
import { silentLog } from '../src/contract/log.ts'
import { liveDataContract } from '../src/features/live-data/contract.ts'
import { liveDataHandlers } from '../src/features/live-data/handlers.ts'
import { createLiveData, type LiveData, type LiveDataOptions } from '../src/features/live-data/live-data.ts'
import { assertValid, checkFor } from '../src/platform/validation/validation.ts'
import { liveDataRegistry } from '../src/widgets/registry.ts'
import { startUpstream, type TestUpstream, type UpstreamRoute } from './upstream.ts'

type Operation = keyof typeof liveDataContract

export interface LiveDataStage {
  readonly upstream: TestUpstream
  readonly liveData: LiveData
  readonly settings: Record<string, unknown>
  readonly clock: { ms: number }
  /** Calls an endpoint's handler with checked input, and checks its answer against the declaration. */
  readonly call: (operation: Operation, input?: object) => Promise<Record<string, unknown>>
}

/** Live data with every provider on this machine, and a clock that stands still until it is moved. */
export async function stageLiveData(
  routes: Record<string, UpstreamRoute>,
  options: Partial<LiveDataOptions> = {},
): Promise<LiveDataStage> {
  const upstream = await startUpstream(routes)
  const settings: Record<string, unknown> = { ...upstream.settings }
  const clock = { ms: Date.parse('2026-03-02T15:30:00Z') }
  const liveData = createLiveData({
    database: null,
    settings: { get: (name) => settings[name] ?? null },
    now: () => new Date(clock.ms),
    log: silentLog,
    version: '1.2.3',
    registry: liveDataRegistry,
    publish: () => {},
    firstDelayMs: 1,
    ...options,
  })
  const handlers = liveDataHandlers(liveData) as Record<string, (input: object, call: Call) => unknown>
  onTestFinished(async () => {
    await liveData.close()
    await upstream[Symbol.asyncDispose]()
  })
  const { signal } = new AbortController()
  const call = async (operation: Operation, input: object = {}) => {
    const endpoint = liveDataContract[operation]
    const given = structuredClone(input)
    if ('query' in endpoint) assertValid(given, { schema: endpoint.query, part: 'query' })
    if ('body' in endpoint) assertValid(given, { schema: endpoint.body, part: 'body' })
    const answer = await handlers[operation]!({ query: given, body: given }, { signal } as Call)
    // As it goes over the wire.
    const sent = JSON.parse(JSON.stringify(answer)) as Record<string, unknown>
    const issues = checkFor(endpoint.result, 'result')(sent)
    if (issues.length > 0) throw new TypeError(JSON.stringify(issues))
    return sent
  }
  return { upstream, liveData, settings, clock, call }
}
