import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { Ntfy } from './ntfy.ts'

// It tries the examples of docs/channels.md.

const DISK = {
  type: 'system_health',
  level: 'warning',
  title: 'Speicher fast voll – 97 %',
  message: 'Noch 2 GB.',
  sound: false,
} as const

async function openServer(statuses: number[] = []) {
  const got: { readonly headers: IncomingHttpHeaders; readonly body: unknown }[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      got.push({ headers: request.headers, body })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    got,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function openNtfy(url: string, settings: Readonly<Record<string, unknown>> = {}) {
  const warned: unknown[] = []
  const values: Readonly<Record<string, unknown>> = {
    NTFY_URL: url,
    NTFY_TOPIC: 'my-desk',
    NTFY_TOKEN: 'tk_1',
    ...settings,
  }
  const ntfy = new Ntfy({
    settings: { get: (name: string) => (values[name] ?? null) as never },
    fetch: globalThis.fetch,
    log: { ...silentLog, warn: ({ err }: { err?: unknown }) => warned.push(err) },
  })
  return { ntfy, warned }
}

test('a notice is one POST to the topic, in whatever letters', async () => {
  await using server = await openServer()
  const { ntfy } = openNtfy(server.url)
  ntfy.tell(DISK)
  await ntfy.close()
  expect(server.got).toEqual([
    {
      headers: expect.objectContaining({ authorization: 'Bearer tk_1' }) as object,
      body: { topic: 'my-desk', title: DISK.title, message: 'Noch 2 GB.', priority: 4, tags: ['warning'] },
    },
  ])
})

test('what a question is about stays here, and what rings rings there too', async () => {
  await using server = await openServer()
  const { ntfy } = openNtfy(server.url)
  ntfy.tell({ ...DISK, type: 'approval', title: 'Send a letter', message: 'To Grace: the secret plan' })
  ntfy.tell({ ...DISK, type: 'timer', sound: true })
  await ntfy.close()
  expect(server.got.map(({ body }) => body)).toMatchObject([
    { message: 'Decide in Deskhand on your computer.' },
    { priority: 5 },
  ])
})

test('without a topic nothing is sent; a busy server is asked again, and one that refuses is named', async () => {
  await using server = await openServer([503, 200, 403])
  const off = openNtfy(server.url, { NTFY_TOPIC: null })
  off.ntfy.tell(DISK)
  await off.ntfy.close()
  const { ntfy, warned } = openNtfy(server.url)
  ntfy.tell(DISK)
  await expect.poll(() => server.got.length, { timeout: 10_000 }).toBe(2)
  ntfy.tell(DISK)
  await expect.poll(() => String(warned[0])).toContain('NTFY_TOKEN')
  await ntfy.close()
  expect(server.got).toHaveLength(3)
})
