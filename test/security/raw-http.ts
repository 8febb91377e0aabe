import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RawRequest {
  readonly method?: string
  readonly target?: string
  readonly version?: '1.0' | '1.1'
  /** As they go over the wire, in this order; nothing is added to them. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Buffer
}

export function rawRequest({
  method = 'GET',
  target = '/health',
  version = '1.1',
  headers = [],
  body = '',
}: RawRequest): Buffer {
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  // Headers are bytes to HTTP, so that a test can send whatever it likes.
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** Writes bytes to a socket as they are and reads one answer, so that nothing in between makes a request proper. */
export async function sendRaw(port: number, bytes: Buffer, host = '127.0.0.1'): Promise<RawAnswer> {
  const socket = connect(port, host)
  try {
    socket.write(bytes)
    return await readAnswer(socket, { hasBody: !bytes.toString('latin1', 0, 5).startsWith('HEAD ') })
  } finally {
    socket.destroy()
  }
}

export async function readAnswer(socket: Socket, { hasBody = true } = {}): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  let received = Buffer.alloc(0)
  socket.on('data', (piece: Buffer) => {
    received = Buffer.concat([received, piece])
    const answer = wholeAnswer(received, hasBody)
    if (answer) resolve(answer)
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error(`The connection ended after "${received.toString()}".`)))
  return promise
}

function wholeAnswer(received: Buffer, hasBody: boolean): RawAnswer | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [start = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([^:]*): *(.*)$/.exec(line) ?? []
      return [name.toLowerCase(), value] as const
    }),
  )
  const status = Number(start.split(' ')[1])
  const body = received.subarray(end + 4)
  if (status === 100) return wholeAnswer(body, hasBody)
  const length = hasBody ? Number(headers['content-length'] ?? 0) : 0
  return body.length < length ? null : { status, headers, body: body.toString() }
}
