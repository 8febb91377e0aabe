import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { ChannelAdapter, Heard } from './channel.ts'
import type { Gate } from './gate.ts'
import type { Pairings, Place } from './pairings.ts'

export interface NewcomersDeps {
  readonly pairings: Pairings
  readonly gate: Pick<Gate, 'isListed' | 'claimed'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly notifications: Pick<Notifications, 'raise'>
}

/** Lets people in by a code, and tells the person at this machine of those who may be kept out by mistake. */
export class Newcomers {
  readonly #deps: NewcomersDeps

  constructor(deps: NewcomersDeps) {
    this.#deps = deps
  }

  /** A code counts in a private chat alone, from a person whom no list leaves out. */
  async tryPairing(adapter: ChannelAdapter, place: Place, heard: Heard): Promise<boolean> {
    const { pairings, gate, audit, notifications } = this.#deps
    const { sender, message } = heard
    if (!sender || !message || sender.isBot || !sender.isPrivate) return false
    if (!gate.isListed(adapter, sender.person)) return false
    const said = codesIn(message)
    if (heard.distrust !== undefined) {
      if (said.some((code) => pairings.isOpenCode(place, code)))
        await this.#tellDistrust(adapter, heard, `A pairing code from ${sender.person} doesn't count`)
      return false
    }
    const who = { person: sender.person, name: message.name }
    for (const code of said) {
      const pairing = await pairings.redeem(place, code, who)
      if (!pairing) continue
      const { person, name } = pairing
      const detail = { outcome: 'paired', person, name }
      await audit.append({ kind: 'channel', provenance: 'local-client', subject: place.channel, detail })
      await notifications.raise({
        type: 'channel',
        level: 'info',
        title: `${name === null ? person : `${name} (${person})`} can now write from ${adapter.title}`,
        message: 'You let them in with a code. “deskhand channels revoke” undoes it.',
      })
      return true
    }
    return false
  }

  /** Whoever is paired and not believed waits for an answer that does not come. */
  async tellIfExpected(adapter: ChannelAdapter, place: Place, heard: Heard): Promise<void> {
    if (heard.distrust === undefined || !heard.message) return
    const pairing = this.#deps.gate.claimed(adapter, place, heard)
    if (pairing)
      await this.#tellDistrust(adapter, heard, `A message from ${pairing.person} was left unanswered`)
  }

  async #tellDistrust(adapter: ChannelAdapter, { sender, distrust }: Heard, title: string): Promise<void> {
    await this.#deps.notifications.raise({
      type: 'channel',
      level: 'warning',
      title,
      message: `It may not be from them: ${distrust}`,
      dedupe_key: `channel:${adapter.name}:${sender!.person}`,
    })
  }
}

/** In an email the code may stand in the subject, and a signature below it. */
function codesIn({ text, title }: NonNullable<Heard['message']>): string[] {
  const [first = ''] = text.trim().split('\n')
  return [...new Set([first.replace(/^\/start\s+/, ''), title ?? ''])].filter((code) => code !== '')
}
