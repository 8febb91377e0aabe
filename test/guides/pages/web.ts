import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Prepare } from '../surroundings.ts'

/** The news that the page reads, from this machine. */
export const prepare: Prepare = async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<title>News</title><article><h1>Rain</h1><p>It rains in Oslo, and it will go on.</p></article>',
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    addresses: { 'https://example.org/news': `http://127.0.0.1:${port}/news` },
    environment: { DESKHAND_ALLOWED_PRIVATE_TARGETS: JSON.stringify([`127.0.0.1:${port}`]) },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
