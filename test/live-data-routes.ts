import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { SampleRoutes } from '../src/widgets/kit/sample-routes.ts'
import type { UpstreamRoute } from './upstream.ts'

interface Samples {
  readonly samples: Readonly<Record<string, unknown>>
  readonly routes: SampleRoutes
}

/** Every widget has them in a file of its folder. */
const files = await Array.fromAsync(
  glob('src/widgets/*/samples.ts', { cwd: join(import.meta.dirname, '..') }),
)
const modules = await Promise.all(
  files.map(async (file) => (await import(new URL(`../${file}`, import.meta.url).href)) as Samples),
)

export const samples: Readonly<Record<string, unknown>> = Object.fromEntries(
  modules.flatMap((one) => Object.entries(one.samples)),
)

/** Every provider with its sample. */
export function sampleRoutes(): Record<string, UpstreamRoute> {
  return Object.fromEntries(modules.flatMap(({ routes }) => Object.entries(routes)))
}
