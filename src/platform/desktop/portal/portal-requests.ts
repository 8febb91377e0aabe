import { randomBytes } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { Bus } from '../../dbus/bus.ts'
import { numberOf, Variant, type BusValue } from '../../dbus/value.ts'

export const portal = {
  destination: 'org.freedesktop.portal.Desktop',
  path: '/org/freedesktop/portal/desktop',
} as const

export interface PortalCall {
  readonly interface: string
  readonly member: string
  /** Of what comes before the options. */
  readonly signature?: string
  readonly body?: readonly BusValue[]
  readonly options?: Readonly<Record<string, Variant>>
  /** How long a person may take to answer. */
  readonly withinMs: number
  readonly signal?: AbortSignal | undefined
}

export type PortalResults = ReadonlyMap<string | number, BusValue>

const REQUEST = 'org.freedesktop.portal.Request'
const DONE = 0
const CANCELLED = 1

/** Asks the desktop for something that a person may have to allow, and waits for the answer. */
export async function requestOf(bus: Bus, call: PortalCall): Promise<PortalResults> {
  const { signature = '', body = [], options = {}, withinMs, signal } = call
  const token = newToken()
  // The answer may come before the call returns, so its place is agreed on beforehand.
  const path = `${portal.path}/request/${bus.name.slice(1).replaceAll('.', '_')}/${token}`
  const answer = Promise.withResolvers<PortalResults>()
  answer.promise.catch(() => {})
  const stopListening = await bus.listen({ interface: REQUEST, member: 'Response', path }, (heard) => {
    const [status, results] = heard.body
    if (numberOf(status) === DONE && results instanceof Map) answer.resolve(results as PortalResults)
    else answer.reject(refusal(numberOf(status)))
  })
  const limit = AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])])
  const giveUp = () => {
    bus.call({ ...portal, path, interface: REQUEST, member: 'Close' }).catch(() => {
      // It has been answered meanwhile.
    })
    answer.reject(signal?.aborted ? signal.reason : unanswered())
  }
  limit.addEventListener('abort', giveUp, { once: true })
  try {
    limit.throwIfAborted()
    await bus.call({
      ...portal,
      interface: call.interface,
      member: call.member,
      signature: `${signature}a{sv}`,
      body: [...body, new Map(Object.entries({ ...options, handle_token: new Variant('s', token) }))],
      signal,
    })
    return await answer.promise
  } finally {
    limit.removeEventListener('abort', giveUp)
    stopListening()
  }
}

/** Part of the name of an object that the desktop makes for us. */
export function newToken(): string {
  return `deskhand${randomBytes(8).toString('hex')}`
}

export async function portalProperty(bus: Bus, interfaceName: string, name: string): Promise<BusValue> {
  const [value] = await bus.call({
    ...portal,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: [interfaceName, name],
  })
  return value instanceof Variant ? value.value : (value ?? 0)
}

function refusal(status: number): AppError {
  return status === CANCELLED
    ? new AppError(
        'forbidden',
        'Control of the desktop was denied. Try again, and choose "Share" or "Allow" in the dialog.',
      )
    : new AppError('unavailable', 'The desktop ended the request without an answer. Try again.')
}

function unanswered(): AppError {
  return new AppError(
    'timeout',
    'No one answered the dialog that asks for control of the desktop. Try again, turn on interaction, and choose "Share" or "Allow".',
  )
}
