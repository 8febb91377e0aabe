import { createHash } from 'node:crypto'
import type { Provenance } from '../../contract/endpoint.ts'

/** One thing worth keeping for ever: who asked, for what, with which arguments, and how it ended. */
export interface AuditEntry {
  /** `tool.call`, `approval`, `settings.change`, `auth.failure`, `webhook`, `plugin.load`, … */
  readonly kind: string
  readonly provenance: Provenance | 'service'
  /** What it was done to: a tool, a setting, a plugin. */
  readonly subject: string
  /** Shared by the two entries of one effect: its intent and its outcome. */
  readonly id?: string
  readonly phase?: 'intent' | 'outcome'
  /** Kept as a hash of their exact value, and readable without secrets and shortened. */
  readonly args?: unknown
  /** Anything else: the decision, the result, the caller's address. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** An entry as it stands in the file. Each names the hash of the one before it, so that none can be changed or removed. */
export interface AuditRecord {
  readonly seq: number
  readonly at: string
  readonly kind: string
  readonly provenance: string
  readonly subject: string
  readonly id?: string
  readonly phase?: 'intent' | 'outcome'
  readonly args_sha256?: string
  readonly args?: unknown
  readonly detail?: Readonly<Record<string, unknown>>
  readonly prev: string
  readonly hash: string
}

/** What the next line is chained to. */
export interface ChainHead {
  readonly seq: number
  readonly hash: string
}

export const chainStart: ChainHead = { seq: 0, hash: '0'.repeat(64) }

const MAX_TEXT_LENGTH = 500
const MAX_JSON_LENGTH = 8192

interface WriteLineOptions {
  readonly head: ChainHead
  readonly at: Date
  readonly scrub: (text: string) => string
}

export function writeLine(
  entry: AuditEntry,
  { head, at, scrub }: WriteLineOptions,
): { line: string; head: ChainHead } {
  const seq = head.seq + 1
  const body = JSON.stringify({
    seq,
    at: at.toISOString(),
    kind: entry.kind,
    provenance: scrub(entry.provenance),
    subject: shorten(scrub(entry.subject)),
    ...(entry.id !== undefined && { id: entry.id }),
    ...(entry.phase !== undefined && { phase: entry.phase }),
    ...(entry.args !== undefined && {
      args_sha256: hashOfArguments(entry.args),
      args: readable(entry.args, scrub),
    }),
    ...(entry.detail !== undefined && { detail: readable(entry.detail, scrub) }),
    prev: head.hash,
  })
  const hash = sha256(body)
  return { line: `${body.slice(0, -1)},"hash":"${hash}"}`, head: { seq, hash } }
}

/** Why a line is no entry: a crash cut it off, or somebody changed it after it was written. */
type Damage = 'cut_off' | 'changed'

export function readLine(line: Buffer): AuditRecord | Damage {
  const text = line.toString()
  const hash = /,"hash":"([0-9a-f]{64})"\}$/.exec(text)
  // What a crash leaves is the beginning of a line, which cannot have the end of one.
  if (!hash) return 'cut_off'
  if (sha256(`${text.slice(0, hash.index)}}`) !== hash[1]) return 'changed'
  return JSON.parse(text) as AuditRecord
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The same for the same arguments, in whatever order their members stand. */
function hashOfArguments(args: unknown): string {
  return sha256(
    JSON.stringify(args, (_name, value: unknown) => (isPlainObject(value) ? sorted(value) : value)) ?? '',
  )
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const secretName = /pass(?:word|phrase|wd)?$|secret|token|api[_-]?key|authorization|cookie|credential/i

function readable(value: unknown, scrub: (text: string) => string): unknown {
  const text = JSON.stringify(value, (name, member: unknown) => {
    if (name !== '' && secretName.test(name) && typeof member === 'string') return '[redacted]'
    if (typeof member === 'string') return shorten(scrub(member))
    return isPlainObject(member) ? scrubbedNames(member, scrub) : member
  })
  if (text === undefined) return null
  return text.length <= MAX_JSON_LENGTH ? (JSON.parse(text) as unknown) : shorten(text)
}

/** A secret can also be the name of a member, e.g. when somebody mixed the two up. */
function scrubbedNames(
  value: Record<string, unknown>,
  scrub: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [shorten(scrub(name)), member]))
}

function shorten(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text
  return `${text.slice(0, MAX_TEXT_LENGTH)}… (+${text.length - MAX_TEXT_LENGTH} characters)`
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
