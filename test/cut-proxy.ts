import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CutProxy extends AsyncDisposable {
  readonly port: number
  /** Bytes that came from the server so far, over all connections. */
  readonly received: () => number
}

export interface CutOptions {
  /** After so many bytes from the server the connection breaks, or goes silent. */
  readonly after: number
  readonly how: 'reset' | 'silence'
  /** Told once, when it has happened. */
  readonly onCut?: () => void
}

/** Stands between a client and a server on this machine, and breaks the connection in the middle. */
export async function startCutProxy(target: number, { after, how, onCut }: CutOptions): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  let received = 0
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    let isCut = false
    upstream.on('data', (bytes) => {
      received += bytes.length
      if (isCut) return
      if (received < after) {
        if (!client.write(bytes)) {
          upstream.pause()
          client.once('drain', () => upstream.resume())
        }
        return
      }
      isCut = true
      if (how === 'reset') client.resetAndDestroy()
      onCut?.()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
