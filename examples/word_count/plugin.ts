import type { PluginHost, PluginTool } from '../../src/contract/plugin-module.ts'
import { countText } from './counting.ts'

const text = { type: 'string', minLength: 1, maxLength: 500_000, description: 'The text to count' }

const countWords: PluginTool<{ text: string }> = {
  action: 'COUNT_WORDS',
  title: 'Count words',
  description: 'Counts the words, characters and sentences of a text and says how long it takes to read.',
  params: { type: 'object', properties: { text }, required: ['text'] },
  risk: 'read',
  idempotent: true,
  phrases: ['count the words in this text', 'how long does it take to read this'],
  example: { args: { text: 'To be, or not to be: that is the question.' } },
  run({ text }, host) {
    const count = countText(text, wordsPerMinute(host))
    return { message: `${count.words} words, about ${count.reading_minutes} min to read.`, data: count }
  },
}

const trackWriting: PluginTool<{ project: string; text: string }> = {
  action: 'TRACK_WRITING',
  title: 'Track writing',
  description: 'Counts a text and says how many words were added since this project was last counted.',
  params: {
    type: 'object',
    properties: {
      project: { type: 'string', minLength: 1, maxLength: 100, description: 'Name of what you write' },
      text,
    },
    required: ['project', 'text'],
  },
  risk: 'write',
  idempotent: false,
  example: { args: { project: 'novel', text: 'It was a dark and stormy night.' } },
  async run({ project, text }, host) {
    const { words } = countText(text, wordsPerMinute(host))
    const key = `project:${project}`
    const before = (await host.store.get(key)) as { words: number } | undefined
    await host.store.set(key, { words })
    const added = words - (before?.words ?? 0)
    host.log('counted', { project, words })
    const change = added < 0 ? `${-added} fewer` : `${added} more`
    return { message: `${project} has ${words} words, ${change} than last time.`, data: { words, added } }
  },
}

export const tools = [countWords, trackWriting]

function wordsPerMinute({ settings }: PluginHost): number {
  return Math.max(1, Number(settings.get('WORDS_PER_MINUTE')))
}
