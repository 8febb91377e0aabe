import { randomUUID } from 'node:crypto'
import { assertPerson, isForPersonOnly } from '../../contract/callers.ts'
import { addressesOf, type AnyEndpoint, type Call } from '../../contract/endpoint.ts'
import { AppError, problemOf } from '../../contract/errors.ts'
import { missingCode } from '../../platform/files/replaced-program.ts'
import type { BoundFeature } from './app.ts'
import { answerOf, inputOf } from './mount.ts'

export interface InsideRequest {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

interface Route {
  readonly endpoint: AnyEndpoint
  readonly handle: (input: object, call: Call) => unknown
  readonly pattern: RegExp
  readonly names: readonly string[]
}

/**
 * Asks the service from inside of it, in the name of whoever called: the same checks and handlers as over HTTP, and what
 * the caller may not do is refused here as well.
 */
export function insideRequests(features: () => Readonly<Record<string, BoundFeature>>) {
  let routes: readonly Route[] | undefined
  return (caller: Call) =>
    async (request: InsideRequest): Promise<Response> => {
      routes ??= routesOf(features())
      try {
        return await answer(request, { caller, routes })
      } catch (error) {
        const problem = error instanceof AppError ? error : (missingCode(error) ?? bug(error, caller))
        return new Response(JSON.stringify(problemOf(problem)), { status: problem.status })
      }
    }
}

function bug(error: unknown, { log }: Call): AppError {
  const incident = randomUUID()
  log.error({ err: error, incident_id: incident }, 'a dispatched command failed unexpectedly')
  return new AppError('internal', `Something went wrong inside the service. Look for ${incident} in the log.`)
}

/** Fixed paths go before those with a parameter, as in the router. */
function routesOf(features: Readonly<Record<string, BoundFeature>>): Route[] {
  return Object.values(features)
    .flatMap(({ contract, handlers }) =>
      Object.entries(contract).flatMap(([operation, endpoint]) =>
        addressesOf(endpoint).map((path): Route => ({
          endpoint,
          handle: (handlers as Readonly<Record<string, Route['handle']>>)[operation]!,
          pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '([^/]+)')}$`),
          names: [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!),
        })),
      ),
    )
    .toSorted((one, other) => one.names.length - other.names.length)
}

async function answer(
  { method, path, body, headers = {} }: InsideRequest,
  { caller, routes }: { caller: Call; routes: readonly Route[] },
): Promise<Response> {
  const { pathname, searchParams } = new URL(path, 'http://inside')
  const route = routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
  if (!route || route.endpoint.stream === true)
    throw new AppError('not_found', `No ${method} ${pathname} for commands.`)
  const { endpoint, handle, pattern, names } = route
  if (isForPersonOnly(endpoint)) assertPerson(caller.provenance)
  const values = pattern.exec(pathname)!.slice(1).map(decodeURIComponent)
  const input = inputOf(endpoint, {
    params: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    query: Object.fromEntries(searchParams),
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  })
  const outcome = await handle(input, callWith(caller, headers))
  const { status, headers: sent, text } = answerOf(endpoint, outcome, { checkResults: false })
  return new Response(text, { status, headers: { ...sent } })
}

/** The caller with headers of its own: what was sent with the outer request is not meant for this one. */
function callWith(caller: Call, headers: Readonly<Record<string, string>>): Call {
  return {
    get signal() {
      return caller.signal
    },
    provenance: caller.provenance,
    requestId: caller.requestId,
    log: caller.log,
    header: (name) => headers[name],
  }
}
