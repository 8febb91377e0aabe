import { unlessAborted } from '../../platform/upstream/waiting.ts'
import type { MailAccess } from './account.ts'
import { withMailFolder, type OpenMailFolder } from './mail-folder.ts'
import { watchMailbox, type WatchOptions } from './watch-mailbox.ts'

/** Servers allow few connections for one account (Dovecot ten), and the user's mail program has some of them. */
const MAX_WATCHES = 4

interface Watch {
  readonly hints: Set<() => void>
  readonly stop: AbortController
  readonly tried: Promise<void>
}

/** The folders of the user's mail, for those who wait for new mail: many of them share few connections. */
export class Mailboxes {
  readonly #access: Omit<MailAccess, 'signal'>
  readonly #pace: Pick<WatchOptions, 'reconnectMs' | 'pauseMs'>
  readonly #watches = new Map<string, Watch>()
  /** Settles when the last of those in line is done. */
  #line: Promise<unknown> = Promise.resolve()

  constructor(access: Omit<MailAccess, 'signal'>, pace: Pick<WatchOptions, 'reconnectMs' | 'pauseMs'> = {}) {
    this.#access = access
    this.#pace = pace
  }

  /** Opens a folder for as long as the work takes; one after the other. */
  async open<T>(folder: string, work: (open: OpenMailFolder) => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#line
    const done = Promise.withResolvers<void>()
    this.#line = before.then(() => done.promise)
    try {
      await unlessAborted(before, signal)
      return await withMailFolder({ ...this.#access, signal }, folder, work)
    } finally {
      done.resolve()
    }
  }

  /**
   * Calls `hint` when new mail may be there, until the signal says stop; resolves once it listens, or cannot for now.
   * Beyond a few folders nobody listens.
   */
  async watch(folder: string, hint: () => void, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const watch = this.#watches.get(folder) ?? this.#listen(folder)
    if (!watch) return
    // Of its own, for the same function may be given twice.
    const call = (): void => hint()
    watch.hints.add(call)
    signal.addEventListener('abort', () => this.#leave(folder, watch, call), { once: true })
    await watch.tried
  }

  #listen(folder: string): Watch | undefined {
    if (this.#watches.size >= MAX_WATCHES) return undefined
    const tried = Promise.withResolvers<void>()
    const watch: Watch = { hints: new Set(), stop: new AbortController(), tried: tried.promise }
    this.#watches.set(folder, watch)
    void watchMailbox(this.#access, folder, {
      ...this.#pace,
      signal: watch.stop.signal,
      onTried: tried.resolve,
      hint: () => {
        for (const call of watch.hints) call()
      },
    })
    return watch
  }

  #leave(folder: string, watch: Watch, call: () => void): void {
    watch.hints.delete(call)
    if (watch.hints.size > 0) return
    this.#watches.delete(folder)
    watch.stop.abort()
  }
}
