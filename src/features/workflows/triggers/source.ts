import type { Provenance } from '../../../contract/endpoint.ts'
import type { Trigger, TriggerType } from './schemas.ts'

/** Something that happened, as a source tells it. */
export interface SourceEvent {
  /** The same event has the same key, however often it is found: it starts one run. At most 500 characters. */
  readonly key: string
  /** When it happened, in ISO 8601. */
  readonly at: string
  /** What steps see as `$event`; at most 256 KiB as JSON. */
  readonly data: Readonly<Record<string, unknown>>
  /** It should have been told long ago: what the trigger says about catching up is about it. */
  readonly missed?: true
}

/** What a look at a source has found. Events and cursor are stored together, so that nothing is lost between them. */
export interface Look<Cursor> {
  readonly events: readonly SourceEvent[]
  readonly cursor: Cursor
  /** Look again so soon, e.g. for a file that is still being written, or because there is more to read. */
  readonly againInMs?: number
}

/** A trigger and who is behind it: what they may see is what it may look at. */
export type OwnedTrigger<Type extends TriggerType = TriggerType> = Trigger<Type> & {
  readonly by?: Provenance
}

/**
 * Where events come from. A source holds nothing that must survive: all that it needs to know of the past is in the
 * cursor, which is JSON. It may find the same event twice, for its key tells; it must never miss one.
 */
export interface TriggerSource<Type extends TriggerType = TriggerType, Cursor = unknown> {
  /**
   * Everything new since the cursor. The first look has none: it finds what is there already, and tells no events.
   * Throws an AppError with a sentence for people where it cannot look.
   */
  look(trigger: OwnedTrigger<Type>, cursor: Cursor | undefined, signal: AbortSignal): Promise<Look<Cursor>>

  /** How often to look without being told to. */
  everyMs(trigger: Trigger<Type>): number

  /**
   * Calls `hint` when something may have happened, until the signal says stop; resolves once it watches. Only a hint:
   * where it fails or misses something, the regular look finds it.
   */
  watch?(trigger: OwnedTrigger<Type>, hint: () => void, signal: AbortSignal): Promise<void>
}

/** The source of each type; none where events come by themselves. */
export type TriggerSources = { readonly [Type in TriggerType]?: TriggerSource<Type> }
