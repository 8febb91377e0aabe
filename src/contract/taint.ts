import type { Risk } from './tool.ts'

/** What a conversation has read so far. */
export interface Taint {
  /** Words that somebody else wrote, which may be meant for the model. */
  readonly untrusted: boolean
  /** What nobody else should get to know. */
  readonly private: boolean
}

/** A call as far as it matters whether it can do harm. */
export interface JudgedCall {
  readonly risk: Risk
  /** A tool of the service itself, not of a plugin or another server. */
  readonly isBuiltIn: boolean
  readonly args: Readonly<Record<string, unknown>>
  /** The addresses that the person said themselves. */
  readonly said: ReadonlySet<string>
}

/**
 * Why a call must be asked about because of what the conversation has read; undefined when there is no such reason.
 *
 * A model cannot tell the words of its user from the words in a mail. So one that has read both what strangers wrote and
 * what is private does nothing by itself that changes or sends something, in every approval mode. An address can carry
 * away as much as a mail, so reading one counts as sending unless the person named exactly it.
 */
export function reasonToDistrust(taint: Taint, call: JudgedCall): string | undefined {
  if (!taint.untrusted || !taint.private || !hasEffect(call)) return undefined
  return (
    'This conversation has read what others wrote and what is private to you, so the assistant asks before it changes ' +
    'or sends anything.'
  )
}

function hasEffect({ risk, isBuiltIn, args, said }: JudgedCall): boolean {
  if (risk !== 'read' || !isBuiltIn) return true
  return addressesIn(args).some((address) => !said.has(URL.parse(address)?.href ?? address))
}

function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value) ? [value.trim()] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(addressesIn)
}
