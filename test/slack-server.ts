import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'

type Json = Readonly<Record<string, unknown>>

export interface SlackMessage {
  readonly channel: string
  readonly ts: string
  text: string
  blocks: readonly Json[]
}

const ADA = 'U0ADA'

/** Slack on this machine: the Web API as far as a bot needs it, and real sockets that want their envelopes acknowledged. */
export class SlackServer implements AsyncDisposable {
  readonly sent: SlackMessage[] = []
  readonly said: Json[] = []
  readonly uploads: { readonly name: unknown; readonly bytes: Buffer; readonly comment: unknown }[] = []
  readonly acknowledged: string[] = []
  /** Answers to apps.connections.open other than a socket. */
  readonly refusals: (string | Json)[] = []
  /** Statuses to answer to the next uploads with. */
  readonly uploadStatuses: number[] = []
  readonly files = new Map<string, string>()
  origin = ''
  opened = 0
  /** Sockets that were really opened; what is told goes to the last one. */
  connections = 0
  /** Answers to our pings. */
  pongs = 0
  #pinging: NodeJS.Timeout | undefined
  #last = 1_772_443_800
  #socket: Duplex | undefined
  #uploaded: Buffer | undefined
  #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy())
  })

  async open(): Promise<this> {
    this.#server.on('upgrade', (request: IncomingMessage, socket: Duplex) => this.#upgrade(request, socket))
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  get isConnected(): boolean {
    return this.#socket !== undefined
  }

  write(text: string, more: Json = {}): Json {
    const ts = this.#nextTime()
    const event = { type: 'message', channel: 'D0ADA', channel_type: 'im', user: ADA, text, ts, ...more }
    return this.deliver({ type: 'events_api', payload: { event_id: `Ev${ts}`, event } })
  }

  press(message: SlackMessage, letter: 'a' | 'r', user = ADA): Json {
    const actions = message.blocks.flatMap((block) => (block['elements'] as Json[] | undefined) ?? [])
    const action = actions.find(({ action_id }) => action_id === letter)
    const payload = {
      type: 'block_actions',
      user: { id: user },
      channel: { id: message.channel },
      container: { message_ts: message.ts },
      actions: [action],
    }
    return this.deliver({ type: 'interactive', payload })
  }

  deliver(envelope: Json): Json {
    const whole = { envelope_id: crypto.randomUUID(), accepts_response_payload: false, ...envelope }
    this.tell(whole)
    return whole
  }

  tell(message: Json): void {
    this.#socket?.write(frame(JSON.stringify(message)))
  }

  /** From now on, as Slack does to see whether somebody is still there. */
  pingEvery(ms: number): void {
    clearInterval(this.#pinging)
    this.#pinging = setInterval(() => this.#socket?.write(Buffer.from([0x89, 0])), ms).unref()
  }

  cut(): void {
    this.#socket?.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#pinging)
    this.#socket?.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const body = await buffer(request)
    const token = request.headers.authorization
    if (path.startsWith('/files/')) {
      response.writeHead(token === 'Bearer xoxb-1' ? 200 : 403).end(this.files.get(path))
      return
    }
    if (path === '/upload') {
      const status = this.uploadStatuses.shift() ?? 200
      this.#uploaded = status === 200 ? body : undefined
      response.writeHead(status).end(token === undefined ? 'OK' : 'with a token')
      return
    }
    const method = path.replace('/api/', '')
    const wanted = method === 'apps.connections.open' ? 'Bearer xapp-1' : 'Bearer xoxb-1'
    const answer = token === wanted ? this.#judge(method, paramsOf(request, String(body))) : 'invalid_auth'
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(typeof answer === 'string' ? { ok: false, error: answer } : { ok: true, ...answer }),
    )
  }

  #judge(method: string, params: Json): Json | string {
    return isTooLong(params['blocks']) ? 'invalid_blocks' : this.#do(method, params)
  }

  #do(method: string, params: Json): Json | string {
    switch (method) {
      case 'auth.test':
        return { team_id: 'T1', team: 'Acme', user_id: 'U0BOT', user: 'deskhand' }
      case 'apps.connections.open': {
        this.opened += 1
        return (
          this.refusals.shift() ?? { url: `${this.origin.replace('http', 'ws')}/link?ticket=${this.opened}` }
        )
      }
      case 'chat.postMessage': {
        const ts = this.#nextTime()
        const { channel, text, blocks = [] } = params
        this.sent.push({ channel: String(channel), ts, text: String(text), blocks: blocks as Json[] })
        return { ts, channel }
      }
      case 'chat.update': {
        const message = this.sent.find(({ ts }) => ts === params['ts'])
        if (!message) return 'message_not_found'
        message.text = String(params['text'])
        message.blocks = params['blocks'] as Json[]
        return {}
      }
      case 'chat.postEphemeral':
        this.said.push(params)
        return {}
      case 'files.getUploadURLExternal':
        return this.#placeToUpload(params)
      case 'files.completeUploadExternal':
        return this.#complete(params)
      default:
        return 'unknown_method'
    }
  }

  #placeToUpload({ length }: Json): Json | string {
    return Number(length) > 0 ? { upload_url: `${this.origin}/upload`, file_id: 'F1' } : 'invalid_arguments'
  }

  #complete({ files, initial_comment: comment }: Json): Json | string {
    const bytes = this.#uploaded
    if (!bytes) return 'internal_error'
    const [file] = files as { title: unknown }[]
    this.uploads.push({ name: file!.title, bytes, comment })
    return {}
  }

  #upgrade(request: IncomingMessage, socket: Duplex): void {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    socket.write(
      [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}`,
        '\r\n',
      ].join('\r\n'),
    )
    this.#socket = socket
    this.connections += 1
    let rest = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined
    })
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (let read; (read = readFrame(rest)); rest = rest.subarray(read.length)) {
        if (read.opcode === 8) socket.end(Buffer.from([0x88, 0]))
        else if (read.opcode === 10) this.pongs += 1
        else if (read.opcode === 1)
          this.acknowledged.push((JSON.parse(read.text) as { envelope_id: string }).envelope_id)
      }
    })
    this.tell({ type: 'hello', num_connections: 1 })
  }

  #nextTime(): string {
    return `${(this.#last += 1)}.000100`
  }
}

/** A section takes no more letters than this. */
const MAX_SECTION = 3000

function isTooLong(blocks: unknown): boolean {
  const sections = Array.isArray(blocks) ? (blocks as { text?: { text?: string } }[]) : []
  return sections.some(({ text }) => (text?.text?.length ?? 0) > MAX_SECTION)
}

/** A form, of which the lists and objects are written as JSON. No method takes JSON of which some take only a form. */
function paramsOf(request: IncomingMessage, body: string): Json {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return {}
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]): [string, unknown] => [
      name,
      /^[[{]/.test(value) && name !== 'text' ? JSON.parse(value) : value,
    ]),
  )
}

/** A text of the server, which is not masked. */
function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = body.length < 126 ? Buffer.from([0x81, body.length]) : Buffer.from([0x81, 126, 0, 0])
  if (body.length >= 126) head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}

/** A frame of the client, which is masked; undefined until it is whole. */
function readFrame(data: Buffer): { opcode: number; text: string; length: number } | undefined {
  if (data.length < 6) return undefined
  const short = data[1]! & 0x7f
  const start = short === 126 ? 4 : 2
  const size = short === 126 ? data.readUInt16BE(2) : short
  const length = start + 4 + size
  if (data.length < length) return undefined
  const mask = data.subarray(start, start + 4)
  const body = data.subarray(start + 4, length).map((byte, index) => byte ^ mask[index % 4]!)
  return { opcode: data[0]! & 0x0f, text: Buffer.from(body).toString(), length }
}
