import { MarkdownPictures } from '../src/features/chat/addresses/markdown-pictures.ts'
import { AnswerSplitter } from '../src/features/chat/model/answer/answer-splitter.ts'
import { AnswerFold } from '../src/features/chat/runs/fold.ts'
import { ThinkTags } from '../src/features/models/calls-in-text/think-tags.ts'
import { WrittenCalls } from '../src/features/models/calls-in-text/written-calls.ts'

/** Whatever each piece of an answer passes on its way, and what is kept of it until it has ended. */
export interface AnswerStage {
  push(delta: string): unknown
  end(): unknown
}

export const stages: Readonly<Record<string, () => AnswerStage>> = {
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
export const filled = (text: string, characters: number) => text.repeat(Math.ceil(characters / text.length))
/** What is still open when all of it has come, by what it is. */
export const held: Readonly<Record<string, (characters: number) => string>> = {
  prose: (characters) => filled(prose, characters),
  'a component': (characters) =>
    `\`\`\`components\n[{"type":"card","children":[{"type":"text","text":"${filled(prose, characters)}`,
  'other JSON': (characters) => `\`\`\`json\n{"note":"${filled(prose, characters)}`,
  'a call': (characters) =>
    `<tool_call>{"name":"WRITE_FILE","arguments":{"text":"${filled(prose, characters)}`,
}

export function* inPieces(text: string): Iterable<string> {
  // As they come from a wire: each a string of its own, not a view of the whole.
  for (let at = 0; at < text.length; at += 5) yield Buffer.from(text.slice(at, at + 5)).toString()
}
