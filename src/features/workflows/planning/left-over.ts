import type { AnyTool } from '../../../contract/tool.ts'
import { contentStems, stemsLike } from '../../../platform/language/content-words.ts'
import { spansIn } from '../../../platform/language/spans.ts'
import { weakPieces } from './clauses.ts'
import type { Understood } from './understood.ts'

type Call = Pick<Understood, 'args'>

export interface SplitClause {
  /** What the tool was understood to do. */
  readonly text: string
  /** What was said besides. */
  readonly rest: string
}

/**
 * "zip my Documents and water the plants": what stands behind "and" or a comma, and of which neither the arguments nor the
 * tool know a word, is something else that the person wants. It must not get lost.
 */
export function leftOver(clause: string, call: Call, tool: AnyTool): SplitClause | undefined {
  const isKnown = wordsKnown(call, tool)
  const given = givenIn(call)
  return weakPieces(clause).find(({ rest }) => {
    const words = contentStems(rest)
    const isGiven = spansIn(rest).some(({ value }) => given.includes(asWritten(value)))
    return words.length > 0 && !isGiven && !words.some(isKnown)
  })
}

/**
 * What can't be undone is done only as it was said: "delete the files older than 30 days in Downloads" is not "delete
 * Downloads". The first word that is not taken into account.
 */
export function ignoredWord(clause: string, call: Call, tool: AnyTool): string | undefined {
  if (tool.risk !== 'dangerous') return undefined
  const isKnown = wordsKnown(call, tool)
  return contentStems(clause).find((word) => !isKnown(word))
}

/** Why something is not planned that can't be undone. */
export function notAsSaid({ title }: AnyTool): string {
  return `"${title}" can't do exactly that`
}

function wordsKnown(call: Call, tool: AnyTool): (stem: string) => boolean {
  const known = new Set([...stemsOfTool(tool), ...contentStems(asWords(givenIn(call)))])
  return (stem) => known.has(stem) || stemsLike(stem).some((like) => known.has(like))
}

function stemsOfTool({ action, title, description, phrases = [], params }: AnyTool): string[] {
  return contentStems(asWords([action, title, description, ...phrases, JSON.stringify(params)].join(' ')))
}

function givenIn({ args }: Call): string {
  return JSON.stringify(args).toLowerCase()
}

/** A path may be spelled out from the root. */
function asWritten(value: string): string {
  return JSON.stringify(value)
    .slice(1, -1)
    .toLowerCase()
    .replace(/^~(?=\/)/, '')
}

function asWords(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
}
