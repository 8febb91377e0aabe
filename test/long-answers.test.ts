import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { MarkdownPictures } from '../src/features/chat/addresses/markdown-pictures.ts'
import { AnswerSplitter } from '../src/features/chat/model/answer/answer-splitter.ts'
import { AnswerFold } from '../src/features/chat/runs/fold.ts'
import { ThinkTags } from '../src/features/models/calls-in-text/think-tags.ts'
import { WrittenCalls } from '../src/features/models/calls-in-text/written-calls.ts'

/** Whatever each piece of an answer passes on its way, and what is kept of it until it has ended. */
interface Stage {
  push(delta: string): unknown
  end(): unknown
}
const stages: Readonly<Record<string, () => Stage>> = {
  'thinking aloud': () => new ThinkTags(),
  'written calls': () => {
    const tools = [{ name: 'WRITE_FILE', description: 'Writes a file.', parameters: {} }]
    return new WrittenCalls({ tools, turns: [], signal: new AbortController().signal })
  },
  components: () => new AnswerSplitter({ knows: (type) => type === 'card' }),
  pictures: () => new MarkdownPictures(() => false),
  answer: () => {
    const fold = new AnswerFold()
    return {
      push: (delta) => fold.take({ type: 'text.delta', id: 't', delta }),
      end: () => fold.components(),
    }
  },
}

const prose = 'The lighthouse wanted to see the mountains, and so it began to walk. '
const filled = (text: string, characters: number) => text.repeat(Math.ceil(characters / text.length))
const held: Readonly<Record<string, (characters: number) => string>> = {
  prose: (characters) => filled(prose, characters),
  'a component': (characters) =>
    `\`\`\`components\n[{"type":"card","children":[{"type":"text","text":"${filled(prose, characters)}`,
  'other JSON': (characters) => `\`\`\`json\n{"note":"${filled(prose, characters)}`,
  'a call': (characters) =>
    `<tool_call>{"name":"WRITE_FILE","arguments":{"text":"${filled(prose, characters)}`,
}

function* inPieces(text: string): Iterable<string> {
  // As they come from a wire: each a string of its own, not a view of the whole.
  for (let at = 0; at < text.length; at += 5) yield Buffer.from(text.slice(at, at + 5)).toString()
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function heapUsed(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

/** Bytes of memory for each character of an answer that still goes on. */
function bytesHeld(open: () => Stage, text: string): number {
  const before = heapUsed()
  const stage = open()
  for (const piece of inPieces(text)) stage.push(piece)
  const bytes = heapUsed() - before
  stage.end()
  return bytes / text.length
}

describe.each(Object.entries(stages))('%s', (_stage, open) => {
  // The words that pieces would be kept as take 10 bytes for each character, single characters more than 30.
  test.each(Object.entries(held))('keeps no multiple of %s', (_kind, make) => {
    expect(bytesHeld(open, make(300_000))).toBeLessThan(4)
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
      const stage = open()
      const before = process.cpuUsage()
      for (const piece of inPieces(text)) stage.push(piece)
      stage.end()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    spent(make(1_000))
    const short = spent(make(3_000))
    // Ten times as much for ten times the text; it would be a hundred times if all of it were read again and again.
    expect(spent(make(30_000))).toBeLessThan(40 * Math.max(short, 5))
  })
})
