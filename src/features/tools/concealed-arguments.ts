import { setTimeout as sleep } from 'node:timers/promises'
import type { Secrecy, ToolCall } from '../../contract/tool.ts'
import { concealable, textsAt, type Concealed } from '../../platform/secrets/masked-arguments.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import { lookingCall, type Checked, type JudgeDeps } from './judge-call.ts'
import type { SecretArgument } from './tool-request.ts'

/** Stored secrets, and those that went through here: out of logs and whatever else is written. */
export interface KnownSecrets {
  readonly holds: (text: string) => boolean
  readonly hide: (values: readonly string[]) => void
}

interface Looking {
  readonly args: Readonly<Record<string, unknown>>
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
  const places = concealable(tool, args).filter((one) => secrets.every(({ path }) => path !== one.path))
  if (!tool.conceals || places.length === 0) return []
  const isKnown = textsAt(args, places).some(holdsSecret)
  const secrecy: Secrecy = isKnown ? 'yes' : await inTime(tool.conceals.secrecyOf(args, call))
  return secrecy === 'no' ? [] : places.map(({ path }) => ({ path, isShown: secrecy === 'maybe' }))
}

/** The call with what nobody may read of it, which is known before anything of it is written. */
export async function withConcealed(
  deps: Pick<JudgeDeps, 'context'> & { readonly secrets?: KnownSecrets },
  checked: Checked,
): Promise<Checked> {
  const { entry, args, request } = checked
  if (!entry.tool.conceals) return checked
  const call = lookingCall(deps, request)
  const looking = { args, call, secrets: request.secrets, holdsSecret: deps.secrets?.holds }
  const known = { ...checked, concealed: await concealedIn(entry, looking) }
  const secret = known.concealed.filter((one) => !one.isShown)
  if (secret.length === 0) return known
  deps.secrets?.hide(textsAt(args, secret))
  request.onSecret?.(secret.map(({ path }) => path))
  return known
}

/** What must not be read in the answer of a call either. */
export function secretsOf({ args, concealed = [] }: Checked): string[] {
  return textsAt(
    args,
    concealed.filter((one) => !one.isShown),
  )
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
