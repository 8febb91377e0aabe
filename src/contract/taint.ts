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
  /** Names of the arguments that leave this machine. */
  readonly leaves?: readonly string[] | undefined
  /** What it leaves behind acts or counts after the conversation. */
  readonly lasts?: true | undefined
  readonly args: Readonly<Record<string, unknown>>
  /** The addresses that the person said themselves. */
  readonly said: ReadonlySet<string>
}

/**
 * Why a call must be asked about because of what the conversation has read; undefined when there is no such reason.
 *
 * A model cannot tell the words of its user from the words in a mail. So one that has read both what strangers wrote and
 * what is private does nothing by itself that changes or sends something, in every approval mode. An address can carry
 * away as much as a mail, and so can the words of a search: reading by them counts as sending, unless the person named
 * exactly that address. What is left for later, such as a schedule or a remembered fact, is asked about as soon as it has
 * read what strangers wrote: it would act for them when that is forgotten.
 */
export function reasonToDistrust(taint: Taint, call: JudgedCall): string | undefined {
  if (taint.untrusted && call.lasts && call.risk !== 'read')
    return 'This conversation has read text written by others, so the assistant asks before leaving anything for later.'
  if (!taint.untrusted || !taint.private || !hasEffect(call)) return undefined
  return (
    'This conversation has read text written by others and private data of yours, so the assistant asks before changing ' +
    'or sending anything.'
  )
}

function hasEffect({ risk, isBuiltIn, leaves = [], args, said }: JudgedCall): boolean {
  if (risk !== 'read' || !isBuiltIn) return true
  const sent = [...addressesIn(args), ...leaves.flatMap((name) => textsIn(args[name]))]
  return sent.some((text) => !said.has(URL.parse(text)?.href ?? text))
}

function addressesIn(value: unknown): string[] {
  return textsIn(value).filter((text) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.trim()]
  if (value === null || value === undefined) return []
  return typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [JSON.stringify(value)]
}
