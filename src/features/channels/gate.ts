import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Log } from '../../contract/log.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { ChannelAdapter, Heard } from './channel.ts'
import type { Pairings, Place, StoredPairing } from './pairings.ts'

export interface GateDeps {
  readonly pairings: Pairings
  readonly settings: Pick<Settings, 'get'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Log
}

const REFUSALS_A_SECOND = 5

/** Who is let in. Messages and buttons pass here, and whatever else a channel tells of; nobody learns that they did not. */
export class Gate {
  readonly #deps: GateDeps
  #second = 0
  #recorded = 0

  constructor(deps: GateDeps) {
    this.#deps = deps
  }

  /** The pairing of somebody who may write now; undefined for everybody else. */
  admit(adapter: ChannelAdapter, place: Place, heard: Heard): StoredPairing | undefined {
    return heard.distrust === undefined ? this.claimed(adapter, place, heard) : undefined
  }

  /** The pairing of whoever it is said to be from. */
  claimed(adapter: ChannelAdapter, place: Place, { sender }: Heard): StoredPairing | undefined {
    if (!sender || sender.isBot || !sender.isPrivate || !this.isListed(adapter, sender.person))
      return undefined
    return this.#deps.pairings.find(place, sender.person)
  }

  /** Whoever names people in the setting means nobody else, whoever was paired. */
  isListed({ usersSetting }: ChannelAdapter, person: string): boolean {
    const only = this.#deps.settings.get(usersSetting)
    return only.length === 0 || only.some((one) => one.trim().toLowerCase() === person.toLowerCase())
  }

  /** Whoever hammers the door must not fill the disk: refusals are recorded, a few a second. */
  recordRefusal(place: Place, { sender }: Heard, outcome: string): void {
    const now = Math.floor(performance.now() / 1000)
    if (now !== this.#second) this.#recorded = 0
    this.#second = now
    this.#recorded += 1
    if (this.#recorded > REFUSALS_A_SECOND) return
    const detail = { outcome, person: sender?.person ?? null }
    this.#deps.audit
      .append({ kind: 'channel', provenance: 'service', subject: place.channel, detail })
      .catch((error: unknown) => this.#deps.log.error({ err: error }, "Couldn't write the audit log."))
  }
}
