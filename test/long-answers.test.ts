import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HeldBytes } from './long-answer-memory.ts'
import { filled, held, inPieces, stages } from './long-answer-stages.ts'

let heldBytes: HeldBytes
beforeAll(async () => {
  const worker = new Worker(new URL('./long-answer-memory.ts', import.meta.url))
  const [message] = (await once(worker, 'message')) as [HeldBytes]
  heldBytes = message
})

describe.each(Object.entries(stages))('%s', (stage, open) => {
  // The words that pieces would be kept as take 10 bytes for each character, single characters more than 30.
  test.each(Object.keys(held))('keeps no multiple of %s', (kind) => {
    expect(heldBytes[stage]![kind]).toBeLessThan(4)
  })

  test.each<[string, (characters: number) => string]>([
    ...Object.entries(held),
    ['code', (characters) => `\`\`\`ts\n${filled('const a = [1, { b: `x` }] < 3\n', characters)}`],
    ['JSON in pieces', (characters) => `{"rows": [\n${filled('{"name": "Ada", "age": 3},\n', characters)}]}`],
    ['JSON that is never closed', (characters) => `${filled('{"a":\n', characters)}\n\nx`],
    [
      'brackets that were never opened',
      (characters) => `\`\`\`ui\n${filled('{', characters)}${filled(']', characters)}`,
    ],
    ['nothing but !', (characters) => `${filled('!', characters)}x`],
    ['nothing but blanks', (characters) => `${filled(' ', characters)}x`],
    ['blanks after a thought', (characters) => `<think>a</think>${filled(' ', characters)}x`],
    ['nothing but backticks', (characters) => `${filled('`', characters)}x`],
    ['links that never end', (characters) => filled('![a](b ', characters)],
    ['marks of calls', (characters) => filled('<tool_call>', characters)],
  ])('takes no more time for a character of a long answer: %s', (_kind, make) => {
    const spent = (text: string) => {
      const fresh = open()
      // Of this thread alone: what others of the process do in the meantime, and whoever else is busy, does not count.
      const before = process.threadCpuUsage()
      for (const piece of inPieces(text)) fresh.push(piece)
      fresh.end()
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    spent(make(1_000))
    // Ten times as much for ten times the text; it would be a hundred times if all of it were read again and again.
    // On a busy machine one measurement can be far off, but not each of them, and not by that much.
    const ratios: number[] = []
    do {
      const short = spent(make(3_000))
      ratios.push(spent(make(30_000)) / Math.max(short, 5))
    } while (ratios.at(-1)! >= 40 && ratios.length < 5)
    expect(Math.min(...ratios)).toBeLessThan(40)
  })
})
