import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startBus, startBusProgram } from '../../../test/bus-stage.ts'
import { sessionBusAddress, socketsOf } from './address.ts'
import { connectBus } from './bus.ts'

const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}

test('calls are answered, side by side, by a real bus', async () => {
  await using started = await startBus()
  const bus = await connectBus(started.address)
  expect(bus.name).toMatch(/^:1\.\d+$/)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => bus.call({ ...daemon, member: 'ListNames' })),
  )
  for (const [names] of answers) expect(names).toContain(bus.name)
  const owner = { ...daemon, member: 'GetNameOwner', signature: 's', body: [bus.name] }
  expect(await bus.call(owner)).toEqual([bus.name])
  bus.close()
})

test('a refusal carries its name, and a service that is not there is unavailable', async () => {
  await using started = await startBus()
  const bus = await connectBus(started.address)
  const unknown = bus.call({ ...daemon, member: 'NoSuchThing' })
  await expect(unknown).rejects.toMatchObject({ errorName: 'org.freedesktop.DBus.Error.UnknownMethod' })
  const nobody = {
    destination: 'org.example.Nobody',
    path: '/',
    interface: 'org.example.Nobody',
    member: 'Do',
  }
  await expect(bus.call(nobody)).rejects.toMatchObject({ code: 'unavailable' })
  bus.close()
})

test('signals that match are heard until the listener is taken away', async () => {
  await using started = await startBus()
  const bus = await connectBus(started.address)
  const heard: unknown[] = []
  const match = {
    interface: 'org.freedesktop.DBus',
    member: 'NameOwnerChanged',
    firstText: 'org.example.Here',
  }
  const stop = await bus.listen(match, ({ body }) => heard.push(body[0]))
  const take = (member: string) =>
    member === 'RequestName'
      ? bus.call({ ...daemon, member, signature: 'su', body: ['org.example.Here', 0] })
      : bus.call({ ...daemon, member, signature: 's', body: ['org.example.Here'] })
  await take('RequestName')
  await take('ReleaseName')
  await expect.poll(() => heard).toEqual(['org.example.Here', 'org.example.Here'])
  stop()
  await take('RequestName')
  await bus.call({ ...daemon, member: 'GetId' })
  expect(heard).toHaveLength(2)
  bus.close()
})

test('a program that calls us is refused rather than left waiting', async () => {
  await using started = await startBus()
  const bus = await connectBus(started.address)
  const other = await connectBus(started.address)
  const call = other.call({ destination: bus.name, path: '/', interface: 'org.example.Any', member: 'Do' })
  await expect(call).rejects.toMatchObject({ errorName: 'org.freedesktop.DBus.Error.UnknownMethod' })
  bus.close()
  other.close()
})

test('a call that waits fails when the bus dies, and so does every later one', async () => {
  await using silent = await startSilentBus()
  const bus = await connectBus(silent.address)
  const waiting = bus.call({ ...daemon, member: 'ListNames', timeoutMs: 60_000 })
  const closed = new Promise<void>((resolve) => bus.onClose(resolve))
  silent.hangUp()
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  await closed
  expect(bus.isOpen).toBe(false)
  await expect(bus.call({ ...daemon, member: 'ListNames' })).rejects.toMatchObject({ code: 'unavailable' })
})

test('silence and a stop end a call', async () => {
  await using silent = await startSilentBus()
  const bus = await connectBus(silent.address)
  const late = bus.call({ ...daemon, member: 'ListNames', timeoutMs: 20 })
  await expect(late).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('ListNames') as string,
  })
  const stop = new AbortController()
  const waiting = bus.call({ ...daemon, member: 'ListNames', signal: stop.signal })
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  bus.close()
})

test('who answers one call after the other is not silent', async () => {
  await using started = await startBus()
  const bus = await connectBus(started.address)
  const name = 'org.example.Slow'
  const program = await startBusProgram(started.address, name, async () => {
    await sleep(100)
    return { signature: 's', body: ['here'] }
  })
  const ask = (isQueued: boolean) =>
    bus.call({ destination: name, path: '/', interface: name, member: 'Do', timeoutMs: 1_000, isQueued })
  const asked = Array.from({ length: 30 }, () => ask(true))
  expect(new Set((await Promise.all(asked)).flat())).toEqual(new Set(['here']))
  const [last] = await Promise.all([ask(false).catch(() => 'silent'), ...asked.map(() => ask(true))])
  expect(last).toEqual(['here'])
  const behind = asked.map(() => ask(true))
  await expect(ask(false)).rejects.toThrow('did not answer Do within 1 s')
  await Promise.all(behind)
  program.close()
  bus.close()
})

test('a bus that does not answer the greeting is hung up on', async () => {
  await using silent = await startSilentBus({ greets: false })
  const stop = new AbortController()
  const connecting = connectBus(silent.address, { signal: stop.signal })
  await silent.heard
  stop.abort(new Error('stopped'))
  await expect(connecting).rejects.toThrow('stopped')
  await silent.left
})

test('where no bus is, that is said', async () => {
  await expect(connectBus('unix:path=/nowhere/bus')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(connectBus('tcp:host=127.0.0.1,port=1')).rejects.toMatchObject({ code: 'unavailable' })
})

test('addresses name their sockets, escaped or not', () => {
  expect(socketsOf('unix:path=/run/a%20b,guid=00;tcp:host=x;unix:abstract=/tmp/c')).toEqual([
    '/run/a b',
    '\0/tmp/c',
  ])
  expect(sessionBusAddress({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x' })).toBe('unix:path=/x')
  const found = sessionBusAddress({ XDG_RUNTIME_DIR: '/run/user/é 1' })
  expect(socketsOf(found!)).toEqual(['/run/user/é 1/bus'])
  expect(sessionBusAddress({})).toBeUndefined()
})

interface SilentBus extends AsyncDisposable {
  readonly address: string
  /** When somebody greets it. */
  readonly heard: Promise<void>
  /** When somebody goes. */
  readonly left: Promise<void>
  hangUp(): void
}

/** Lets everybody in, answers the greeting, and then says nothing more. */
async function startSilentBus({ greets = true } = {}): Promise<SilentBus> {
  const heard = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bus-'))
  const { encodeMessage } = await import('./message.ts')
  let hangUp = () => {}
  const server: Server = createServer((socket) => {
    hangUp = () => socket.destroy()
    socket.on('error', () => {})
    socket.on('close', () => left.resolve())
    let greeted = false
    socket.on('data', (bytes) => {
      if (bytes.includes('AUTH')) socket.write('OK 00\r\n')
      if (greeted || !bytes.includes('Hello')) return
      greeted = true
      heard.resolve()
      if (!greets) return
      socket.write(
        encodeMessage({ kind: 'return', serial: 1, replySerial: 1, signature: 's', body: [':1.1'] }),
      )
    })
  })
  const path = join(folder.path, 'bus')
  server.listen(path)
  await once(server, 'listening')
  return {
    address: `unix:path=${path}`,
    heard: heard.promise,
    left: left.promise,
    hangUp: () => hangUp(),
    async [Symbol.asyncDispose]() {
      hangUp()
      server.close()
      await folder.remove()
    },
  }
}
