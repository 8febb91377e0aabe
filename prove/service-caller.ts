import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/free-port.ts'
import type { Program, StartedService } from '../test/program.ts'

/** Calls the service, and goes on doing so while it is killed and started again. */
export class ServiceCaller implements AsyncDisposable {
  readonly #program: Program
  readonly #port = freePort()
  readonly #environment: NodeJS.ProcessEnv
  #service: StartedService | undefined
  #starting: Promise<void> = Promise.resolve()

  constructor(program: Program, environment: NodeJS.ProcessEnv = {}) {
    this.#program = program
    this.#environment = environment
  }

  async start(): Promise<void> {
    const words = ['--port', String(await this.#port)]
    this.#service = await this.#program.start(words, { environment: this.#environment })
  }

  /** Kills it at some moment of the next second, and starts it again. */
  async killSoon(): Promise<number> {
    await sleep(Math.random() * 1_000)
    const service = this.#service!
    service.kill('SIGKILL')
    this.#starting = service.ended.then(() => this.start())
    await this.#starting
    return 1
  }

  /** Until it was answered: whoever gets no answer asks again. */
  async call(method: string, path: string, { body, headers = {} }: CallOptions = {}): Promise<unknown> {
    for (;;) {
      try {
        const answer = await fetch(`http://127.0.0.1:${await this.#port}${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        if (answer.ok) return await answer.json()
        if (answer.status !== 503 && answer.status !== 429)
          throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`, { cause: 'answered' })
      } catch (error) {
        if ((error as Error).cause === 'answered') throw error
      }
      await sleep(50)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#starting
    this.#service?.kill('SIGTERM')
    await this.#service?.ended
  }
}

interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
