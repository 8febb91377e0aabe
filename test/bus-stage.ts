import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { socketsOf } from '../src/platform/dbus/address.ts'
import { decodeMessage, encodeMessage, messageLength, type BusMessage } from '../src/platform/dbus/message.ts'
import type { BusValue } from '../src/platform/dbus/value.ts'

/** A message bus of its own, on which no program of this machine is started by itself. */
export interface BusStage extends AsyncDisposable {
  readonly address: string
}

export async function startBus(): Promise<BusStage> {
  const child = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], XDG_DATA_DIRS: '/nowhere', XDG_DATA_HOME: '/nowhere' },
  })
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    address,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

export interface BusAnswer {
  readonly signature: string
  readonly body: readonly BusValue[]
}

/** A program on the bus that has a name and answers whoever calls it. */
export interface BusProgram {
  /** What it was called with: the member, then the arguments. */
  readonly told: unknown[][]
  signal(message: Pick<BusMessage, 'path' | 'interface' | 'member'> & BusAnswer): void
  close(): void
}

const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}

export async function startBusProgram(
  address: string,
  name: string,
  answer: (call: BusMessage) => BusAnswer | undefined | Promise<BusAnswer>,
): Promise<BusProgram> {
  const socket = connect(socketsOf(address)[0]!)
  const told: unknown[][] = []
  const ready = Promise.withResolvers<void>()
  let serial = 0
  let queue: Promise<void> = Promise.resolve()
  const send = (message: Partial<BusMessage>) => {
    serial += 1
    socket.write(encodeMessage({ kind: 'call', serial, body: [], ...message }))
  }
  const hear = (message: BusMessage | undefined) => {
    if (message?.kind === 'return' && message.replySerial === 2) ready.resolve()
    if (message?.kind !== 'call') return
    told.push([message.member, ...message.body])
    const { serial: replySerial, sender: destination } = message
    const reply = (given: BusAnswer | undefined) =>
      send({ kind: 'return', replySerial, destination, ...given })
    // One after the other, as programs with one thread do.
    queue = queue.then(() => answer(message)).then(reply)
  }
  let received = Buffer.alloc(0)
  let isIn = false
  socket.on('error', ready.reject)
  socket.on('data', (bytes: Buffer) => {
    if (!isIn) {
      isIn = true
      socket.write('BEGIN\r\n')
      send({ ...daemon, member: 'Hello' })
      send({ ...daemon, member: 'RequestName', signature: 'su', body: [name, 0] })
      return
    }
    received = Buffer.concat([received, bytes])
    for (;;) {
      const length = messageLength(received)
      if (length === undefined || received.length < length) return
      hear(decodeMessage(received.subarray(0, length)))
      received = received.subarray(length)
    }
  })
  const user = Buffer.from(String(process.getuid!())).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  await ready.promise
  return { told, signal: (message) => send({ kind: 'signal', ...message }), close: () => socket.destroy() }
}
