import type { Provenance } from '../src/contract/endpoint.ts'
import { AppError } from '../src/contract/errors.ts'
import { definePlugin, defineTool, type Tool } from '../src/contract/tool.ts'
import { Type, type TSchema } from '../src/contract/type.ts'

/** Tools that a test holds by the hand. */
export class Puppets {
  readonly calls: {
    action: string
    args: Record<string, unknown>
    key: string | undefined
    provenance: Provenance
  }[] = []
  readonly aborted: string[] = []
  readonly #gates = new Map<string, PromiseWithResolvers<void>>()
  /** How often FLAKY still fails. */
  failures = 0
  /** What COUNT has counted to. */
  counter = 0
  /** Words that PICKY does not take. */
  readonly refused = new Set(['bad'])

  /** Lets calls of HOLD and SIGN with this name end; those that come later pass at once. */
  open(name: string): void {
    this.#gate(name).resolve()
  }

  ran(action: string): number {
    return this.calls.filter((call) => call.action === action).length
  }

  plugin() {
    const holding = Type.Object({ gate: Type.String({ description: 'What it waits for' }) })
    const hold = async ({ gate }: { gate: string }, signal: AbortSignal) => {
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          this.aborted.push(gate)
          reject(new AppError('cancelled', 'Stopped.'))
        })
      })
      await Promise.race([this.#gate(gate).promise, stopped])
      return { message: `${gate} is open.`, data: { gate } }
    }
    const tools = [
      this.#tool({
        action: 'ECHO',
        params: Type.Object({
          value: Type.Optional(Type.Unknown({ description: 'Anything' })),
          text: Type.Optional(Type.String({ description: 'Words' })),
          count: Type.Optional(Type.Integer({ default: 3, description: 'A number' })),
        }),
        run: async (args) => ({ message: 'Echoed.', data: args }),
      }),
      this.#tool({
        action: 'GIVE',
        params: Type.Object({ data: Type.Unknown({ description: 'What it gives' }) }),
        run: async ({ data }) => ({ message: 'Given.', data }),
      }),
      this.#tool({ action: 'HOLD', params: holding, run: (args, { signal }) => hold(args, signal) }),
      this.#tool({
        action: 'SIGN',
        params: holding,
        idempotent: false,
        run: (args, { signal }) => hold(args, signal),
      }),
      ...this.#moody(),
    ]
    return definePlugin({ agent: 'puppet', title: 'Puppets', summary: 'Tools for tests', tools })
  }

  /** Tools that do not always do what they are asked for, or count how often. */
  #moody() {
    return [
      this.#tool({
        action: 'FLAKY',
        params: Type.Object({}),
        run: async () => {
          this.failures -= 1
          if (this.failures >= 0) throw new AppError('upstream_failed', 'It did not work this time.')
          return { message: 'It worked.', data: {} }
        },
      }),
      this.#tool({
        action: 'FAIL',
        params: Type.Object({}),
        run: async () => {
          throw new AppError('upstream_failed', 'It never works.')
        },
      }),
      this.#tool({
        action: 'COUNT',
        params: Type.Object({}),
        run: async () => ({ message: 'Counted.', data: { count: (this.counter += 1) } }),
      }),
      this.#tool({
        action: 'PICKY',
        params: Type.Object({ word: Type.String({ description: 'A word' }) }),
        run: async ({ word }) => {
          if (this.refused.has(word)) throw new AppError('upstream_failed', `${word} is refused.`)
          return { message: 'Taken.', data: { word } }
        },
      }),
      this.#tool({
        action: 'SEND',
        params: Type.Object({ to: Type.String({ description: 'Who gets it' }) }),
        risk: 'external',
        targets: { exactly: ['to'] },
        idempotent: false,
        run: async ({ to }) => ({ message: `Sent to ${to}.`, data: { to } }),
      }),
      this.#tool({
        action: 'RUDE',
        params: Type.Object({}),
        idempotent: false,
        run: () => new Promise(() => {}),
      }),
    ]
  }

  #gate(name: string): PromiseWithResolvers<void> {
    const known = this.#gates.get(name) ?? Promise.withResolvers<void>()
    this.#gates.set(name, known)
    return known
  }

  #tool<Params extends Tool['params']>(
    tool: Pick<Tool<Params>, 'action' | 'params' | 'run'> & Partial<Tool<Params>>,
  ) {
    return defineTool<Params, TSchema>({
      title: tool.action,
      description: 'A tool for the tests of workflows.',
      data: Type.Unknown(),
      risk: 'read',
      idempotent: true,
      example: { args: {} as never },
      ...tool,
      run: (args, call) => {
        this.calls.push({
          action: tool.action,
          args,
          key: call.idempotencyKey,
          provenance: call.provenance,
        })
        return tool.run(args, call)
      },
    })
  }
}
