import type { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Of the time, how much one stream may take: for each moment of work, it waits three. */
const REST_FACTOR = 3
const MAX_REST_MS = 100
/** Work that nobody notices. */
const FREE_MS = 4
const PIECES_A_TURN = 20

export interface FairReading<Piece> {
  /** What is in a chunk, read as it is asked for. */
  readonly pieces: (chunk: Buffer) => Iterable<Piece>
  readonly take: (piece: Piece) => void
  /** A chunk could not be read, and nothing after it is. */
  readonly onFailure: (error: unknown) => void
}

/** Reads a stream so that whoever writes without end slows down only itself. What comes now and then is taken at once. */
export function readFairly<Piece>(stream: Readable, reading: FairReading<Piece>): void {
  void readAll(stream, reading).catch(() => {
    // The pipe broke: whoever was at its other end has ended, and that is told by its end.
  })
}

async function readAll<Piece>(stream: Readable, reading: FairReading<Piece>): Promise<void> {
  for await (const chunk of stream as AsyncIterable<Buffer>)
    try {
      await takeChunk(chunk, reading)
    } catch (error) {
      reading.onFailure(error)
      return
    }
}

async function takeChunk<Piece>(chunk: Buffer, { pieces, take }: FairReading<Piece>): Promise<void> {
  let taken = 0
  let began = performance.now()
  const rest = async () => {
    // What was taken goes on in this turn; its time counts too.
    await nextTurn()
    const spent = performance.now() - began
    if (spent > FREE_MS) await sleep(Math.min(spent * REST_FACTOR, MAX_REST_MS), undefined, { ref: false })
    taken = 0
    began = performance.now()
  }
  for (const piece of pieces(chunk)) {
    take(piece)
    taken += 1
    if (taken >= PIECES_A_TURN) await rest()
  }
  if (taken > 1 || performance.now() - began > FREE_MS) await rest()
}
