import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'
import { deadline } from '../../platform/upstream/waiting.ts'
import type { MailAccess } from './account.ts'
import { withMail } from './imap-session.ts'
import { openFolder } from './mailbox.ts'

export interface WatchOptions {
  /** Called when new mail may be there, and after each time when nobody was listening. */
  readonly hint: () => void
  readonly signal: AbortSignal
  /** Called once, when the first try to listen has succeeded or failed. */
  readonly onTried?: () => void
  /** How long one connection is kept; what stands between forgets quiet ones, and tokens end. */
  readonly reconnectMs?: number
  /** The first pause after trouble; it doubles each time. */
  readonly pauseMs?: number
}

const RECONNECT_MS = 10 * 60_000
const PAUSE_MS = 1_000
const MAX_PAUSE_MS = 5 * 60_000

/**
 * Listens to a folder with IDLE until the signal says stop; where the server does not know IDLE, the library asks it every
 * two minutes. Never fails: after trouble it tries again, with growing pauses.
 */
export async function watchMailbox(
  access: Omit<MailAccess, 'signal'>,
  folder: string,
  options: WatchOptions,
): Promise<void> {
  const { hint, signal, reconnectMs = RECONNECT_MS, pauseMs = PAUSE_MS } = options
  let onTried = options.onTried
  const tried = (): void => {
    onTried?.()
    onTried = undefined
  }
  for (let pause = pauseMs; !signal.aborted;) {
    using over = deadline(reconnectMs, () => new AppError('cancelled', 'Time to reconnect.'))
    using joined = joinSignals([signal, over.signal])
    const onListening = (): void => {
      pause = pauseMs
      tried()
      hint()
    }
    await listen({ ...access, signal: joined.signal }, folder, { onListening, hint }).catch(() => undefined)
    tried()
    if (over.signal.aborted) continue
    await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
    pause = Math.min(pause * 2, MAX_PAUSE_MS)
  }
}

interface Listener {
  readonly onListening: () => void
  readonly hint: () => void
}

function listen(access: MailAccess, folder: string, { onListening, hint }: Listener): Promise<void> {
  return withMail(access, async (client) => {
    await openFolder(client, folder, { readOnly: true })
    client.on('exists', hint)
    onListening()
    while (client.usable) await idle(client)
  })
}

/** Until the library breaks it off to see whether the server still answers. */
async function idle(client: ImapFlow): Promise<void> {
  // A server that refuses at once would be asked without end.
  if ((await client.idle()) === false)
    throw new AppError('upstream_failed', 'The mail server stopped listening.')
}
