import { setTimeout as sleep } from 'node:timers/promises'
import type { Conceals, Secrecy, ToolCall } from '../../contract/tool.ts'
import { MASK } from '../../platform/secrets/masked-value.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import { withSecrets } from './secret-arguments.ts'
import type { SecretArgument } from './tool-request.ts'

/** An argument that is not stored. As a secret it is not shown either. */
export interface Concealed {
  /** Where it is in the arguments, as a JSON pointer. */
  readonly path: string
  readonly isShown: boolean
}

type Args = Readonly<Record<string, unknown>>

/** A tool, by what it says of its arguments. */
type Concealing = { readonly conceals?: Pick<Conceals<never>, 'args'> | undefined }

interface Looking {
  readonly args: Args
  readonly call: ToolCall
  /** What stands for itself there until the tool runs. */
  readonly secrets?: readonly SecretArgument[] | undefined
  /** Whether a text holds a secret that is stored here. */
  readonly holdsSecret?: ((text: string) => boolean) | undefined
}

/** An application that doesn't answer holds nobody up for longer; what it didn't tell isn't stored. */
const PATIENCE_MS = 3_000

/** What must not be stored of the arguments of a call. */
export async function concealedIn(
  { tool }: Pick<CatalogEntry, 'tool'>,
  { args, call, secrets = [], holdsSecret = () => false }: Looking,
): Promise<readonly Concealed[]> {
  const paths = concealablePaths(tool.conceals?.args, args).filter((path) =>
    secrets.every((secret) => secret.path !== path),
  )
  if (!tool.conceals || paths.length === 0) return []
  const isKnown = paths.some((path) => holdsSecret(textAt(args, path)))
  const secrecy: Secrecy = isKnown ? 'yes' : await inTime(tool.conceals.secrecyOf(args, call))
  return secrecy === 'no' ? [] : paths.map((path) => ({ path, isShown: secrecy === 'maybe' }))
}

/** The arguments with a mask for each of them. */
export function withMasks<Given extends Args>(
  args: Given,
  concealed: readonly { path: string }[] = [],
): Given {
  const masks = concealed.map(({ path }) => ({ path, value: () => MASK }))
  return withSecrets(args, masks) as Given
}

/** What nothing stores of calls of this tool, whatever they are: for records that are written before anybody looked. */
export function withoutConcealable(tool: Concealing, args: Args): Args {
  return withMasks(args, concealable(tool, args))
}

/** All of it: a person who is asked sees it. */
export function concealable({ conceals }: Concealing, args: Args): Concealed[] {
  return concealablePaths(conceals?.args, args).map((path) => ({ path, isShown: true }))
}

/** Whether the record of a call was given instead of what it was made with. */
export function holdsMask({ conceals }: Concealing, args: Args): boolean {
  return concealablePaths(conceals?.args, args).some((path) => textAt(args, path) === MASK)
}

/** The texts that stand at these places. */
export function concealedTexts(args: Args, concealed: readonly Concealed[]): string[] {
  return concealed.map(({ path }) => textAt(args, path))
}

function concealablePaths(names: readonly string[] = [], args: Args): string[] {
  return names.filter((name) => textAt(args, `/${name}`) !== '').map((name) => `/${name}`)
}

function textAt(args: Args, path: string): string {
  const value = args[path.slice(1)]
  return typeof value === 'string' ? value : ''
}

async function inTime(secrecy: Promise<Secrecy>): Promise<Secrecy> {
  const late = new AbortController()
  try {
    return await Promise.race([
      secrecy.catch((): Secrecy => 'maybe'),
      sleep(PATIENCE_MS, 'maybe' as const, { signal: late.signal, ref: false }),
    ])
  } finally {
    late.abort()
  }
}
