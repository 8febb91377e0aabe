import type { AnyEndpoint, ViewUse } from '../../../contract/endpoint.ts'

/** An operation of the service that views may use, and how. */
export interface ViewRoute {
  readonly endpoint: AnyEndpoint
  readonly use: ViewUse
  /** Whether its query or body goes to a provider of live data. */
  readonly leaves: boolean
}

type Find = (method: string, pathname: string) => ViewRoute | undefined

/**
 * What views may ask for, as the contracts say: whatever declares it, and all live data. Fixed paths go before those with a
 * parameter, as in the router.
 */
export function viewRoutes(endpoints: readonly AnyEndpoint[]): Find {
  const routes = endpoints
    .flatMap((endpoint) => {
      const route = routeOf(endpoint)
      return route ? [{ ...route, pattern: patternOf(endpoint.path) }] : []
    })
    .toSorted((one, other) => parametersIn(one.endpoint.path) - parametersIn(other.endpoint.path))
  return (method, pathname) =>
    routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
}

function routeOf(endpoint: AnyEndpoint): ViewRoute | undefined {
  const { isFigures, providers } = endpoint as { isFigures?: boolean; providers?: unknown }
  if (providers !== undefined)
    return { endpoint, use: { reads: isFigures === true ? [] : ['untrusted'] }, leaves: true }
  return endpoint.views && { endpoint, use: endpoint.views, leaves: false }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '([^/]+)')}$`)
}

function parametersIn(path: string): number {
  return path.split(':').length - 1
}
