import type { Component } from '../../../contract/component-schema.ts'

/** Members that a person reads, in the order in which they are read. */
const readable = [
  'title',
  'name',
  'label',
  'text',
  'message',
  'summary',
  'description',
  'caption',
  'question',
  'city',
  'symbol',
  'topic',
  'query',
  'word',
] as const
/** Members that hold more of the same. */
const holding = ['children', 'items', 'tabs', 'facts', 'sections', 'data', 'steps', 'rows'] as const
const MAX_CHARACTERS = 20_000

/** What an answer says in words, for the history, the search and the model's memory of it. */
export function textOf(components: readonly Component[]): string {
  const words: string[] = []
  for (const component of components) collect(component, words)
  return words.join('\n').slice(0, MAX_CHARACTERS).toWellFormed()
}

function collect(value: unknown, words: string[]): void {
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, words)
    return
  }
  if (value === null || typeof value !== 'object') return
  const members = value as Readonly<Record<string, unknown>>
  for (const name of readable) {
    const text = members[name]
    if (typeof text === 'string' && text !== '') words.push(text)
  }
  for (const name of holding) collect(members[name], words)
}
