import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { pluginLimits } from './limits.ts'
import type { Ended, PluginCall, PluginProcess } from './plugin-process.ts'

export interface PluginWorkerOptions {
  readonly agent: string
  /** Starts a process anew. */
  readonly start: () => Promise<PluginProcess>
  readonly now: () => Date
  /** Told once, in a sentence, when it has crashed too often to be started again. */
  readonly onGivenUp: (reason: string) => void
}

export interface WorkerCall extends PluginCall {
  readonly timeoutSeconds: number
}

const BACKOFF_MS = [0, 250, 1_000]

/**
 * A plugin that can be called whatever became of its process: it is started at the first call, ended after a while without
 * one, and started again after a hang or a crash, until it has crashed too often.
 */
export class PluginWorker {
  readonly #options: PluginWorkerOptions
  #process: Promise<PluginProcess> | undefined
  #current: PluginProcess | undefined
  #crashes: number[] = []
  #givenUp: string | undefined
  #calls = 0
  #idle: NodeJS.Timeout | undefined
  readonly #closed = Promise.withResolvers<void>()
  #state: 'open' | 'retiring' | 'closed' = 'open'

  constructor(options: PluginWorkerOptions) {
    this.#options = options
  }

  /** Why it is not started any more; undefined while it is. */
  get givenUp(): string | undefined {
    return this.#givenUp
  }

  async call({ timeoutSeconds, ...call }: WorkerCall): Promise<unknown> {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
    const signal = AbortSignal.any([call.signal, timeout])
    this.#calls += 1
    clearTimeout(this.#idle)
    try {
      const process = await this.#running()
      return await process.call({ ...call, signal })
    } catch (error) {
      if (!timeout.aborted || call.signal.aborted) throw error
      throw new AppError('timeout', `${call.action} took longer than ${timeoutSeconds} s and was stopped.`)
    } finally {
      this.#calls -= 1
      if (this.#calls === 0) this.#rest()
    }
  }

  /** Takes no more calls, and ends after the last one that is running. */
  retire(): Promise<void> {
    if (this.#state === 'open') this.#state = 'retiring'
    if (this.#calls === 0) this.#rest()
    return this.#closed.promise
  }

  /** Ends it now, whatever is running. */
  async close(): Promise<void> {
    this.#state = 'closed'
    await this.#stop()
    this.#closed.resolve()
  }

  #rest(): void {
    clearTimeout(this.#idle)
    if (this.#state === 'open') this.#idle = setTimeout(() => void this.#stop(), pluginLimits.idleMs).unref()
    else void this.close()
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle)
    const process = this.#process
    this.#process = undefined
    await (await process?.catch(() => undefined))?.stop()
  }

  async #running(): Promise<PluginProcess> {
    const { agent } = this.#options
    if (this.#state !== 'open')
      throw new AppError(
        'unavailable',
        `The plugin ${agent} was changed or stopped in the meantime. Call it again.`,
      )
    if (this.#givenUp !== undefined) throw new AppError('unavailable', this.#givenUp)
    const process = await (this.#process ??= this.#start())
    if (process.isAlive) return process
    // It is being ended; once that is done it makes room for another.
    await process.ended
    return this.#running()
  }

  async #start(): Promise<PluginProcess> {
    try {
      await sleep(BACKOFF_MS[Math.min(this.#recentCrashes(), BACKOFF_MS.length - 1)])
      const process = await this.#options.start()
      this.#current = process
      void process.ended.then((ended) => this.#onEnded(process, ended))
      return process
    } catch (error) {
      this.#process = undefined
      throw error
    }
  }

  #onEnded(process: PluginProcess, { how, what }: Ended): void {
    if (this.#current === process) this.#process = undefined
    if (how !== 'crashed') return
    this.#crashes.push(this.#options.now().getTime())
    if (this.#givenUp !== undefined || this.#recentCrashes() < pluginLimits.crashes) return
    const { agent, onGivenUp } = this.#options
    this.#givenUp =
      `The plugin ${agent} was turned off after crashing ${pluginLimits.crashes} times in a minute: it ${what}. ` +
      'Fix it, or enable it again.'
    onGivenUp(this.#givenUp)
  }

  #recentCrashes(): number {
    const since = this.#options.now().getTime() - pluginLimits.crashWindowMs
    this.#crashes = this.#crashes.filter((at) => at > since)
    return this.#crashes.length
  }
}
