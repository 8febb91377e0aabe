/**
 * Runs in a thread, whose heap holds nothing else: collecting the garbage of a process that has run many tests takes much
 * longer, and so does each measurement.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { held, inPieces, stages, type AnswerStage } from './long-answer-stages.ts'

/** Bytes for each character of an answer that still goes on, by stage and by what it is made of. */
export type HeldBytes = Readonly<Record<string, Readonly<Record<string, number>>>>

const CHARACTERS = 300_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

parentPort!.postMessage(
  mapValues(stages, (open) =>
    mapValues(held, (make) => bytesHeld(open, make(CHARACTERS))),
  ) satisfies HeldBytes,
)

function bytesHeld(open: () => AnswerStage, text: string): number {
  const before = heapUsed()
  const stage = open()
  for (const piece of inPieces(text)) stage.push(piece)
  const bytes = heapUsed() - before
  stage.end()
  return bytes / text.length
}

function heapUsed(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
