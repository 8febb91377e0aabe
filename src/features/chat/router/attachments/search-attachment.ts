import type { Component } from '../../../../contract/component-schema.ts'
import { countOf } from '../../../../contract/text/counts.ts'
import type { AttachedContent } from '../../attached-content.ts'
import { plainName } from '../answers/file-list.ts'
import { tableOf } from '../intents/files/shown-table.ts'
import { tableIn } from './attached-table.ts'
import { cellText } from './chart-of-table.ts'

const MAX_FOUND = 50
const AROUND = 120

export interface Found {
  readonly text: string
  readonly shown?: Component
}

/** Where words stand in a file: the rows of a table, or the text around them. */
export function searchAttachment(content: AttachedContent, words: string): Found {
  const name = plainName(content.name)
  if (content.kind === 'picture')
    return { text: `${name} is a picture: I can't search in it without a model.` }
  const table = tableIn(content)
  if (table) {
    const rows = table.rows.filter((row) => row.some((cell) => has(cellText(cell), words)))
    if (rows.length === 0) return { text: none(name, words, table.more) }
    const shown = tableOf({ caption: content.name, columns: table.columns, rows })
    return { text: `${countOf(rows.length, 'row')} of ${name} with “${words}”:`, shown }
  }
  if (content.kind === 'sheet') return { text: `${name} is empty.` }
  const places = placesOf(content.text, words)
  if (places.length === 0) return { text: none(name, words, content.truncated) }
  const items = places.slice(0, MAX_FOUND).map((text) => ({ text }))
  return {
    text: `“${words}” is ${countOf(places.length, 'time')} in ${name}:`,
    shown: { type: 'list', items },
  }
}

function none(name: string, words: string, isPart: boolean): string {
  return isPart
    ? `“${words}” isn't in the part of ${name} that I read. It goes on after that.`
    : `“${words}” isn't in ${name}.`
}

function has(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase())
}

/** The line of each, cut around the words. */
function placesOf(text: string, words: string): string[] {
  const [lower, wanted] = [text.toLowerCase(), words.toLowerCase()]
  const places: string[] = []
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) {
    const from = Math.max(text.lastIndexOf('\n', at) + 1, at - AROUND)
    const end = text.indexOf('\n', at)
    const to = Math.min(end === -1 ? text.length : end, at + wanted.length + AROUND)
    places.push(`${from === 0 || text[from - 1] === '\n' ? '' : '…'}${escaped(text.slice(from, to).trim())}`)
  }
  return places
}

/** Entries of a list are Markdown; what stands in a file is not. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~$]/g, String.raw`\$&`)
}
