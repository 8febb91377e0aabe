import type { Conceals } from '../../contract/tool.ts'
import { MASK } from './masked-value.ts'

type Args = Readonly<Record<string, unknown>>

/** An argument that is not stored. As a secret it is not shown either. */
export interface Concealed {
  /** Where it is in the arguments, as a JSON pointer. */
  readonly path: string
  readonly isShown: boolean
}

/** A tool, by what it says of its arguments. */
type Concealing = { readonly conceals?: Pick<Conceals<never>, 'args'> | undefined }

/** The arguments with a mask for each of these. */
export function withMasks<Given extends Args>(
  args: Given,
  concealed: readonly { readonly path: string }[] = [],
): Given {
  return withValues(
    args,
    concealed.map(({ path }) => ({ path, value: () => MASK })),
  )
}

/** What nothing stores of calls of this tool, whatever they are: for records that are written before anybody looked. */
export function withoutConcealable(tool: Concealing, args: Args): Args {
  return withMasks(args, concealable(tool, args))
}

/** All that may be a secret; a person who is asked sees it. */
export function concealable({ conceals }: Concealing, args: Args): Concealed[] {
  const names = conceals?.args.filter((name) => textAt(args, `/${name}`) !== '') ?? []
  return names.map((name) => ({ path: `/${name}`, isShown: true }))
}

/** Whether the record of a call was given instead of what it was made with. */
export function holdsMask(tool: Concealing, args: Args): boolean {
  return concealable(tool, args).some(({ path }) => textAt(args, path) === MASK)
}

/** The texts that stand at these places. */
export function textsAt(args: Args, places: readonly { readonly path: string }[]): string[] {
  return places.map(({ path }) => textAt(args, path))
}

function textAt(args: Args, path: string): string {
  const value = args[path.slice(1)]
  return typeof value === 'string' ? value : ''
}

/** A copy of the arguments with each value in its place, as far as there is such a place. */
export function withValues<Given extends Args>(
  args: Given,
  values: readonly { readonly path: string; readonly value: () => string }[] = [],
): Given {
  if (values.length === 0) return args
  const own = structuredClone(args)
  for (const { path, value } of values) put(own, path, value())
  return own
}

function put(args: Args, path: string, value: string): void {
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = names.pop()!
  let holder: unknown = args
  for (const name of names)
    holder = isHolder(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined
  if (isHolder(holder) && Object.hasOwn(holder, last)) holder[last] = value
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}
