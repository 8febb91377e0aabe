/**
 * The clients of prove/event-clients.ts, in a process of their own so that the memory of the service can be told from
 * theirs. Some read everything and check its order; some connect and never read.
 */
import { get, type IncomingMessage } from 'node:http'

export interface ReadersReport {
  readonly connected: number
  /** Events that the slowest of the readers has got. */
  readonly slowest: number
  /** Events that did not follow the one before. */
  readonly gaps: number
  /** Connections of readers that are over. */
  readonly ended: number
}

const REPORT_MS = 20
const FRAME_END = '\n\n'
const ID = Buffer.from('\nid: ')

class EventReader {
  events = 0
  gaps = 0
  ended = false
  #lastSeq: number | undefined
  #rest: Buffer = Buffer.alloc(0)

  read(incoming: IncomingMessage): void {
    incoming.on('data', (piece: Buffer) => this.#take(piece))
    incoming.on('close', () => {
      this.ended = true
    })
  }

  #take(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    let start = 0
    for (let end = bytes.indexOf(FRAME_END); end !== -1; end = bytes.indexOf(FRAME_END, start)) {
      this.#takeFrame(bytes.subarray(start, end))
      start = end + FRAME_END.length
    }
    this.#rest = bytes.subarray(start)
  }

  /** The greeting says where the numbers begin; every event after it must have the next. */
  #takeFrame(frame: Buffer): void {
    const place = frame.subarray(0, 200).indexOf(ID)
    if (place === -1) return
    const start = place + ID.length
    const seq = Number(frame.toString('latin1', start, frame.indexOf('\n', start)))
    if (this.#lastSeq !== undefined) {
      this.events += 1
      if (seq !== this.#lastSeq + 1) this.gaps += 1
    }
    this.#lastSeq = seq
  }
}

function connectAll({ port, reading, stalled }: { port: number; reading: number; stalled: number }): void {
  const readers = Array.from({ length: reading }, () => new EventReader())
  let connected = 0
  const open = (use: (incoming: IncomingMessage) => void) => {
    const request = get({ port, host: '127.0.0.1', agent: false }, (incoming) => {
      connected += 1
      incoming.on('error', () => {})
      use(incoming)
    })
    request.on('error', () => {})
  }
  for (const reader of readers) open((incoming) => reader.read(incoming))
  for (let count = 0; count < stalled; count += 1) open(() => {})
  setInterval(() => {
    const report: ReadersReport = {
      connected,
      slowest: Math.min(...readers.map(({ events }) => events)),
      gaps: readers.reduce((sum, { gaps }) => sum + gaps, 0),
      ended: readers.filter(({ ended }) => ended).length,
    }
    // The service may be gone in this moment; then so are we in the next.
    process.send?.(report, undefined, undefined, () => {})
  }, REPORT_MS)
}

if (process.send) {
  const [port = 0, reading = 0, stalled = 0] = process.argv.slice(2).map(Number)
  process.once('disconnect', () => process.exit())
  connectAll({ port, reading, stalled })
}
