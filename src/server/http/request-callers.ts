import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller, Callers } from '../../platform/processes/caller.ts'
import type { Verdict } from './authenticator.ts'

/** `person`: somebody at this machine, or who has the token. `unnamed`: behind a Unix socket, where nobody has a name. */
export type Standing = 'person' | 'own_program' | 'unknown' | 'unnamed'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it, decided before its body is read. */
    standing: Standing
  }
}

const STANDINGS: Readonly<Record<Caller, Standing>> = {
  other: 'person',
  ours: 'own_program',
  unknown: 'unknown',
}

/** Why somebody who is not taken for the user is refused, and what the user can do who is the one. */
export const NOT_A_PERSON: Readonly<Record<Exclude<Standing, 'person'>, string>> = {
  own_program:
    "A program started by Deskhand can't do this. Use a program you started yourself, or send the token.",
  unknown:
    "Deskhand couldn't tell which program sent this. Keep the connection open until the answer arrives, or send the token.",
  unnamed:
    'On a Unix socket this needs the token. Set one with "deskhand token new", or use http://127.0.0.1 instead.',
}

/** Decides who sent a request: once for a connection, and only where it matters, which is not while reading. */
export class RequestCallers {
  readonly #callers: Pick<Callers, 'callersOf'>
  readonly #connections: () => Iterable<Socket>
  readonly #settled = new WeakMap<Socket, Standing>()

  /** `connections` are those that are open: who is behind them is found by the same look, if it is not known yet. */
  constructor(callers: Pick<Callers, 'callersOf'>, connections: () => Iterable<Socket> = () => []) {
    this.#callers = callers
    this.#connections = connections
  }

  standingOf(request: IncomingMessage, verdict: Verdict): Standing {
    const { socket, method } = request
    if (verdict === 'valid' || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return 'person'
    if (socket.remoteAddress === undefined) return 'unnamed'
    return this.#settled.get(socket) ?? this.#find(socket)
  }

  /**
   * A connection belongs to whoever was seen to hold its other end while it was open, before its first request or at it: a
   * program that is not ours does not become ours later, nor the other way round. Who was not found is looked for again.
   */
  #find(socket: Socket): Standing {
    const beside = [...this.#connections()].filter((one) => one !== socket && this.#isOpen(one))
    const callers = this.#callers.callersOf(socket, beside)
    for (const [one, caller] of callers) if (caller !== 'unknown') this.#settled.set(one, STANDINGS[caller])
    return STANDINGS[callers.get(socket) ?? 'unknown']
  }

  #isOpen(socket: Socket): boolean {
    return !socket.destroyed && socket.remoteAddress !== undefined && !this.#settled.has(socket)
  }
}
