import { createHash } from 'node:crypto'
import type { KeyFor } from './target.ts'

/** What is remembered about the key: for which one, and where it may go. The key itself is not in it. */
export interface KeyRecord {
  readonly fingerprint: string
  /** null while no address was set since the key was. */
  readonly origin: string | null
}

/** The settings that decide, as they are after a change. */
export interface KeySettings {
  readonly key: string | null
  /** Where calls go now. */
  readonly origin: string | null
  /** Whether the key was just set, be it to the same value: then it is meant for the address in force now. */
  readonly isNew: boolean
}

/**
 * A key belongs to the address that was in force when it was set; set before there was an address, to the first one
 * after it. Whoever later changes the address does not get the key: it must be set again.
 */
export class KeyOrigin {
  #record: KeyRecord | undefined

  constructor(record: KeyRecord | undefined) {
    this.#record = record
  }

  /** Takes note of the settings. True when what is remembered changed. */
  note({ key, origin, isNew }: KeySettings): boolean {
    const before = this.#record
    this.#record = key === null ? undefined : this.#recordOf(key, origin, isNew)
    return before?.fingerprint !== this.#record?.fingerprint || before?.origin !== this.#record?.origin
  }

  keyFor(key: string | null, origin: string): KeyFor {
    if (key === null) return { key: undefined }
    const record = this.#record
    if (record?.fingerprint === fingerprintOf(key) && record.origin === origin) return { key }
    return { key: undefined, belongsTo: record?.origin ?? 'another address' }
  }

  get record(): KeyRecord | undefined {
    return this.#record
  }

  #recordOf(key: string, origin: string | null, isNew: boolean): KeyRecord {
    const fingerprint = fingerprintOf(key)
    const known = this.#record
    if (isNew || known === undefined || known.fingerprint !== fingerprint || known.origin === null)
      return { fingerprint, origin }
    return known
  }
}

export function keyRecordOf(value: unknown): KeyRecord | undefined {
  const { fingerprint, origin } = (value ?? {}) as Partial<Record<keyof KeyRecord, unknown>>
  if (typeof fingerprint !== 'string') return undefined
  return { fingerprint, origin: typeof origin === 'string' ? origin : null }
}

function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
