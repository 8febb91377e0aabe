import { setTimeout as wait } from 'node:timers/promises'
import type { Call, Handlers, ResultOf } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { dashboardContract, DashboardPart, DashboardValue, MissingPart } from './contract.ts'

const PATIENCE_MS = 300

/** Reads one part. Its signal fires when the dashboard no longer waits for it. */
type ReadPart<Value> = (signal: AbortSignal) => Value | Promise<Value>

export interface DashboardDeps {
  readonly version: string
  readonly now: () => Date
  readonly uptimeSeconds: () => number
  readonly parts: { readonly [Part in DashboardPart]: ReadPart<DashboardValue<Part>> }
  readonly patienceMs?: number
}

export function dashboardHandlers(deps: DashboardDeps): Handlers<typeof dashboardContract> {
  const { version, now, uptimeSeconds, parts, patienceMs = PATIENCE_MS } = deps
  return {
    async read(_input, call) {
      const read = Object.entries(parts).map(async ([name, part]: [string, ReadPart<unknown>]) => {
        return [name, await readPart(part, { name, call, patienceMs })] as const
      })
      const answers = Object.fromEntries(await Promise.all(read)) as Pick<Dashboard, DashboardPart>
      const uptime_s = Math.round(uptimeSeconds() * 1000) / 1000
      return { version, uptime_s, generated_at: now().toISOString(), ...answers }
    },
  }
}

type Dashboard = ResultOf<(typeof dashboardContract)['read']>

interface PartRequest {
  readonly name: string
  readonly call: Call
  readonly patienceMs: number
}

/** A dashboard is looked at when something is wrong, so one broken part must not take the others with it. */
async function readPart<Value>(
  read: ReadPart<Value>,
  { name, call, patienceMs }: PartRequest,
): Promise<Value | MissingPart> {
  const over = new AbortController()
  const signal = AbortSignal.any([call.signal, over.signal])
  const late = wait(
    patienceMs,
    missing('timeout', `This part took longer than ${patienceMs} ms. Try again.`),
    {
      signal: over.signal,
    },
  )
  try {
    return await Promise.race([(async () => read(signal))(), late])
  } catch (error) {
    if (error instanceof AppError) return missing(error.code, error.message)
    call.log.warn({ err: error, part: name }, "Couldn't read part of the dashboard.")
    return missing('internal', "Couldn't read this part. See the log.")
  } finally {
    over.abort()
  }
}

function missing(code: string, message: string): MissingPart {
  return { error: { code, message } }
}
