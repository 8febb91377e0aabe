import { boundedJson, type Json } from '../bounded-json.ts'
import { runtimes, type FoundModel, type Runtime, type RuntimeName } from './local-runtimes.ts'
import type { ProviderName } from './providers.ts'

/** A server on this machine that has models. */
export interface LocalServer {
  readonly runtime: RuntimeName
  readonly title: string
  readonly provider: ProviderName
  readonly base_url: string
  readonly models: readonly FoundModel[]
}

export interface LocalServersDeps {
  readonly fetch: typeof globalThis.fetch
  /** The port of this service, which is also vLLM's; null while it listens nowhere. */
  readonly ownPort: () => number | null
  /** Other ports than the usual ones, for tests. */
  readonly ports?: Readonly<Partial<Record<RuntimeName, number>>> | undefined
  /** Stands in for the usual time in tests of anything else. */
  readonly patienceMs?: number | undefined
}

/** What each server gets, for everything that it is asked. */
const PATIENCE_MS = 300
const MAX_MODELS = 200
const MAX_AT_ONCE = 8

/**
 * The model servers that run on this machine. Each is asked at its usual port on 127.0.0.1, all at the same time and
 * without a key; who does not answer in time, or answers as none of them does, is not there.
 */
export async function findLocalServers(deps: LocalServersDeps, signal: AbortSignal): Promise<LocalServer[]> {
  const own = deps.ownPort()
  const asked = runtimes
    .map((runtime) => ({ runtime, port: deps.ports?.[runtime.name] ?? runtime.port }))
    .filter(({ port }) => port !== own)
  const found = await Promise.all(asked.map((place) => askServer(place, deps, signal)))
  return found.filter((server) => server !== undefined)
}

async function askServer(
  { runtime, port }: { runtime: Runtime; port: number },
  { fetch, patienceMs = PATIENCE_MS }: LocalServersDeps,
  signal: AbortSignal,
): Promise<LocalServer | undefined> {
  const origin = `http://127.0.0.1:${port}`
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  const ask = (path: string, body?: Json) => boundedJson(`${origin}${path}`, { fetch, signal: inTime, body })
  const listed = runtime.read(await ask(runtime.path).catch(() => ({})))
  if (!listed) return undefined
  const models = await withAbilities(listed.slice(0, MAX_MODELS), runtime, ask)
  const { name, title, provider } = runtime
  return { runtime: name, title, provider, base_url: `${origin}${runtime.base}`, models }
}

type Ask = (path: string, body?: Json) => Promise<Json>

/** What the list leaves open is asked for each model, a few at a time; what is not told in time stays open. */
async function withAbilities(
  listed: readonly FoundModel[],
  { abilities }: Runtime,
  ask: Ask,
): Promise<FoundModel[]> {
  if (!abilities) return [...listed]
  const models: (FoundModel | undefined)[] = [...listed]
  const indexes = models.keys()
  const asking = Array.from({ length: MAX_AT_ONCE }, async () => {
    for (const index of indexes) {
      const known = listed[index]!
      models[index] = await abilities(known, { ask, count: listed.length }).catch(() => known)
    }
  })
  await Promise.all(asking)
  return models.filter((model) => model !== undefined)
}
