import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { checkedAddress } from '../../src/features/workflows/postgres/database-address.ts'
import { openConnections } from '../../src/features/workflows/postgres/connections.ts'
import { Messages, type Message } from '../../src/features/workflows/postgres/messages.ts'
import { channelOf, migrate } from '../../src/features/workflows/postgres/schema.ts'
import { postgresFolder, startCluster, type Cluster } from '../postgres.ts'

test.each([
  ['postgres://ada:secret@db.example/work', 'verify-full'],
  ['postgres://ada:secret@db.example/work?sslmode=require', 'verify-full'],
  ['postgres://ada:secret@9.9.9.9/work', 'verify-full'],
  ['postgres://ada:secret@192.168.1.7/work', 'verify-full'],
  ['postgres://ada:secret@[::1]/work', 'disable'],
  ['postgres://ada:secret@db.example/work?sslmode=disable', 'disable'],
  ['postgres://ada:secret@127.0.0.1/work', 'disable'],
  ['postgres://ada:secret@127.0.0.1/work?sslmode=require', 'verify-full'],
  ['postgres://ada@/work?host=%2Fvar%2Frun', 'disable'],
])('a server has to prove its name beyond this machine: %s', (address, mode) => {
  expect(new URL(checkedAddress(address)).searchParams.get('sslmode')).toBe(mode)
})

test.each([
  'options=-c%20search_path%3Dpublic',
  'uselibpqcompat=true&sslmode=require',
  'sslmode=no-verify',
  'sslmode=prefer',
  'ssl=0',
  'host=db.example,evil.example',
  'user=postgres',
  'sslnegotiation=direct',
])('an address cannot say %s', (query) => {
  expect(() => checkedAddress(`postgres://ada:secret@db.example/work?${query}`)).toThrow('DATABASE_URL')
})

/** A man in the middle: says that it has no encryption, then asks for the password in clear. */
async function clearServer(): Promise<AsyncDisposable & { port: number; heard: Buffer[] }> {
  const heard: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes)
      const isEncryptionWish = bytes.length === 8
      socket.write(isEncryptionWish ? 'N' : Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a server that will not encrypt never hears the password', async () => {
  await using server = await clearServer()
  const url = `postgres://ada:secret@127.0.0.1:${server.port}/work?sslmode=require`
  const connections = await openConnections(url)
  await expect(connections.pool.query('SELECT 1')).rejects.toThrow('does not support SSL')
  await connections.close()
  expect(Buffer.concat(server.heard).toString('latin1')).not.toContain('secret')
})

describe.skipIf(postgresFolder === undefined)('with a PostgreSQL', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
    cluster.sql("CREATE ROLE deskhand LOGIN; CREATE ROLE mallory LOGIN; ALTER ROLE deskhand PASSWORD 'x'")
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  const as = (role: string, url: string) => url.replace('//postgres@', `//${role}@`)
  /** A database in which both roles may make things. */
  const sharedDatabase = async () => {
    const url = await cluster.createDatabase()
    cluster.sql(`GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO deskhand, mallory`, url)
    return url
  }

  test.each([
    ['a schema', 'CREATE SCHEMA deskhand'],
    ['a schema of the queue', 'CREATE SCHEMA deskhand_jobs'],
    [
      'tables that look like ours',
      'CREATE SCHEMA deskhand; GRANT ALL ON SCHEMA deskhand TO deskhand; CREATE TABLE deskhand.schema_version AS SELECT 2 AS version; GRANT ALL ON ALL TABLES IN SCHEMA deskhand TO deskhand',
    ],
  ])('%s that another user made before us is not used', async (_what, statements) => {
    const url = await sharedDatabase()
    cluster.sql(statements, as('mallory', url))
    const connections = await openConnections(as('deskhand', url))
    await expect(migrate(connections.pool)).rejects.toThrow('belongs to mallory')
    await connections.close()
  })

  test('what another user says to our processes is not heard, and ends none of them', async () => {
    const url = await sharedDatabase()
    const connections = await openConnections(as('deskhand', url))
    await migrate(connections.pool)
    const channel = await channelOf(connections.pool)
    const heard: Message[] = []
    const messages = new Messages({
      channel,
      openClient: connections.openClient,
      onMessage: (message) => heard.push(message),
      onConnected: () => {},
      log: silentLog,
    })
    await messages.start()
    // A payload that is no JSON once ended the process; one that is stopped anybody's steps.
    const mallory = as('mallory', url)
    cluster.sql(`NOTIFY deskhand, 'no JSON'; NOTIFY deskhand, '{"from":"me","abort":[1]}'`, mallory)
    expect(() => cluster.sql('SELECT name FROM deskhand.channel', mallory)).toThrow('permission denied')
    expect(
      cluster.sql("SELECT query FROM pg_stat_activity WHERE usename = 'deskhand'", mallory),
    ).not.toContain(channel)
    // Even who knows the channel says nothing that breaks anything.
    for (const payload of [
      'no JSON',
      'null',
      '[]',
      '{"from":1}',
      '{"from":"x","wake":7,"abort":["1"]}',
      '{"from":"x","wake":["last"]}',
    ])
      cluster.sql(`NOTIFY ${channel}, '${payload}'`, mallory)
    await expect.poll(() => heard.at(-1)?.wake).toEqual(['last'])
    expect(heard.flatMap(({ abort }) => abort)).toEqual([])
    await messages.stop()
    await connections.close()
  })
})
