import type { AnyTool } from '../../../contract/tool.ts'
import { contentStems, stemsLike } from '../../../platform/language/content-words.ts'
import { extensionOf, withoutSpans } from '../../../platform/language/spans.ts'
import { stemOf, wordsOf } from '../../../platform/language/word-stems.ts'
import type { RankedTool } from '../../tools/rank-tools.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { verbOf } from './clauses.ts'
import { linkResults, pointsBack, type EarlierStep } from './link-results.ts'
import { parametersOf } from './parameters.ts'
import { readArguments, type ReadArguments } from './read-arguments.ts'
import { POINTING } from './read-values.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'
import type { Understood } from './understood.ts'

export interface ClauseContext {
  /** Steps that the clause may speak of as "it", in their order. */
  readonly earlier: readonly EarlierStep[]
  readonly signal: AbortSignal
}

/** Understands one clause without a model; undefined when it is not sure. */
export type Understand = (clause: string, context: ClauseContext) => Promise<Understood | undefined>

/** The tools that a sentence speaks of, the likeliest first. */
export type RankTools = (
  entries: readonly CatalogEntry[],
  sentence: string,
  limit: number,
) => readonly RankedTool[]

const LOOKED_AT = 8
const SURE = 0.4
const FILLED_BONUS = 0.3
const UNUSED_PENALTY = 0.1
const EXTENSION_FIT = 0.2
const POINTLESS_PENALTY = 0.25
const ALL_POINTING = new RegExp(POINTING.source, 'gi')
/** Kinds of files that are part of a tool's name. */
const IN_NAMES = /(?:^|_)(DOCX|PDF|PPTX|XLSX|CSV)(?:_|$)/g

/** By the tools' own phrases and parameters. */
export function understandByPhrases({
  catalog,
  rank,
}: {
  catalog: ToolCatalog
  rank: RankTools
}): Understand {
  return async (clause, { earlier }) => {
    const candidates = rank(catalog.list(), clause, LOOKED_AT)
      .filter(({ entry }) => isAskedFor(entry.tool, clause))
      .map(({ entry, score }) => {
        const read = readArguments(entry.tool, clause)
        return { entry, read, score: score + fitOf(entry.tool, { clause, read, earlier }) }
      })
      .toSorted((a, b) => b.score - a.score)
    const [best] = candidates
    if (!best || best.score < SURE) return undefined
    const { entry, read } = best
    const { args, missing, doubts } = read
    return { agent: entry.agent, action: entry.tool.action, args, missing, doubts }
  }
}

/** Stems of the words with which a person begins to ask for any of these tools. */
export function verbsOf(entries: readonly CatalogEntry[]): Set<string> {
  const verbs = entries.flatMap(({ tool }) => beginningsOf(tool))
  return new Set(verbs.flatMap((verb) => [verb, ...stemsLike(verb)]))
}

function beginningsOf({ action, title, phrases = [] }: AnyTool): string[] {
  return [action.split('_')[0]!, title, ...phrases].flatMap((text) => {
    const word = wordsOf(text)[0]
    return word === undefined ? [] : [stemOf(word)]
  })
}

/**
 * The clause begins as one of the tool's phrases does, and has something more in common with it: "make a folder" is not
 * "make a copy". A name of the tool counts as a phrase.
 */
function isAskedFor({ action, title, phrases = [] }: AnyTool, clause: string): boolean {
  const verb = verbOf(clause)
  if (verb === undefined) return false
  const verbs = [verb, ...stemsLike(verb)]
  const isObject = (stem: string) => !verbs.includes(stem)
  const objects = contentStems(clause).filter(isObject)
  const isBare = !contentStems(withoutSpans(clause).replaceAll(ALL_POINTING, ' ')).some(isObject)
  return [action.replaceAll('_', ' '), title, ...phrases].some((phrase) => {
    const first = wordsOf(phrase)[0]
    if (first === undefined || !verbs.includes(stemOf(first))) return false
    const said = contentStems(phrase)
    return isBare || objects.some((stem) => [stem, ...stemsLike(stem)].some((one) => said.includes(one)))
  })
}

interface Fitting {
  readonly clause: string
  readonly read: ReadArguments
  readonly earlier: readonly EarlierStep[]
}

function fitOf(tool: AnyTool, { clause, read, earlier }: Fitting): number {
  const given = Object.keys(read.args).length
  const { args } = linkResults(tool, { agent: '', action: tool.action, ...read }, { clause, earlier })
  const taken = Object.keys(args).length - given
  if (given + taken === 0 && isTooLittle(tool, clause)) return -1
  const wanted = given + read.missing.length
  const filled = wanted === 0 ? 1 : (given + taken) / wanted
  // "it" is there for something: a tool that has no use for it is hardly the one that is meant.
  const pointsInVain = earlier.length > 0 && taken === 0 && pointsBack(clause) ? POINTLESS_PENALTY : 0
  return (
    FILLED_BONUS * Math.min(filled, 1) -
    UNUSED_PENALTY * read.unused -
    pointsInVain +
    extensionFit(tool, { clause, read })
  )
}

/** One word alone does not say what is meant, unless it is all that the tool's own phrase says. */
function isTooLittle({ phrases = [] }: AnyTool, clause: string): boolean {
  const said = contentStems(clause)
  return said.length < 2 && !phrases.some((phrase) => contentStems(phrase).join() === said.join())
}

/** A tool that has a kind of file in its name is for that kind. */
function extensionFit(tool: AnyTool, { clause, read }: Omit<Fitting, 'earlier'>): number {
  const meant = [...tool.action.matchAll(IN_NAMES)].map((match) => match[1]!.toLowerCase())
  if (meant.length === 0) return 0
  const paths = parametersOf(tool)
    .filter(({ kind, name }) => (kind === 'path' || kind === 'paths') && Object.hasOwn(read.args, name))
    .flatMap(({ name }) => [read.args[name]].flat())
  if (paths.length > 0) {
    const fits = paths.some((path) => meant.includes(extensionOf(String(path)) ?? ''))
    return fits ? EXTENSION_FIT : -2 * EXTENSION_FIT
  }
  const said = contentStems(clause)
  return meant.some((kind) => [kind, ...stemsLike(kind)].some((word) => said.includes(word)))
    ? 0
    : -EXTENSION_FIT
}
