import type { Call, Handlers } from '../../contract/endpoint.ts'
import { liveDataContract } from './contract.ts'
import type { Kind, LiveData } from './live-data.ts'

/** An endpoint of live data asks for what it is given, in its query or its body. */
export function liveDataHandlers({ ask }: Pick<LiveData, 'ask'>): Handlers<typeof liveDataContract> {
  const handlerOf =
    (kind: Kind) =>
    ({ query, body }: { query?: unknown; body?: unknown }, call: Call) =>
      ask(kind, (body ?? query ?? {}) as never, call)
  const kinds = Object.keys(liveDataContract) as Kind[]
  return Object.fromEntries(kinds.map((kind) => [kind, handlerOf(kind)])) as unknown as Handlers<
    typeof liveDataContract
  >
}
