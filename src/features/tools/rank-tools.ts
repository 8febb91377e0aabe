import type { AnyTool } from '../../contract/tool.ts'
import { contentStems, stemsLike } from '../../platform/language/content-words.ts'
import type { CatalogEntry } from './catalog-entry.ts'

export interface RankedTool {
  readonly entry: CatalogEntry
  /** 0 to 1: how much of the sentence speaks of this tool. */
  readonly score: number
}

/** How much a word says about a tool, by where it stands. */
const WEIGHTS = { action: 1, title: 0.9, phrases: 0.8, agent: 0.6, description: 0.5, parameters: 0.3 }
const SYNONYM = 0.75
/** Of the score, what the nearest single phrase is worth; the rest are the words by themselves. */
const PHRASE_SHARE = 0.4

/**
 * The tools that a sentence speaks of, the likeliest first. Paths, quotes and addresses are values, not words: of them
 * only the kind of file counts. Tools of which no word is in the sentence are left out.
 */
export function rankTools(
  entries: readonly CatalogEntry[],
  sentence: string,
  limit: number,
): readonly RankedTool[] {
  const wanted = new Set(contentStems(sentence))
  if (wanted.size === 0) return []
  const profiles = entries.map(({ tool, agent }) => profileOf(tool, agent))
  const rarity = rarityIn(profiles)
  return entries
    .map((entry, index) => ({ entry, score: scoreOf(profiles[index]!, { wanted, rarity }) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.entry.tool.action.localeCompare(b.entry.tool.action))
    .slice(0, limit)
}

interface Profile {
  /** How much each word says about the tool. */
  readonly weights: ReadonlyMap<string, number>
  readonly phrases: readonly ReadonlySet<string>[]
}

/** A tool does not change: what was read of it once need not be read again. */
const profiles = new WeakMap<AnyTool, Profile>()

function profileOf(tool: AnyTool, agent: string): Profile {
  const known = profiles.get(tool)
  if (known) return known
  const properties = Object.keys((tool.params as { properties?: object }).properties ?? {})
  const places: [keyof typeof WEIGHTS, string][] = [
    ['action', tool.action.replaceAll('_', ' ')],
    ['title', tool.title],
    ['phrases', (tool.phrases ?? []).join('\n')],
    ['agent', agent.replaceAll('_', ' ')],
    ['description', tool.description],
    ['parameters', properties.join(' ').replaceAll('_', ' ')],
  ]
  const weights = new Map<string, number>()
  for (const [place, text] of places)
    for (const stem of contentStems(text)) weights.set(stem, Math.max(weights.get(stem) ?? 0, WEIGHTS[place]))
  const phrases = (tool.phrases ?? []).map((phrase) => new Set(contentStems(phrase)))
  const profile = { weights, phrases }
  profiles.set(tool, profile)
  return profile
}

type Rarity = (stem: string) => number

/** A word that few tools have tells more than one that many have; one that none has, as much as the rarest. */
function rarityIn(all: readonly Profile[]): Rarity {
  const counts = new Map<string, number>()
  for (const { weights } of all)
    for (const stem of weights.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return (stem) => Math.log(1 + all.length / (1 + (counts.get(stem) ?? 0)))
}

interface Wish {
  readonly wanted: ReadonlySet<string>
  readonly rarity: Rarity
}

function scoreOf({ weights, phrases }: Profile, { wanted, rarity }: Wish): number {
  let said = 0
  let matched = 0
  for (const stem of wanted) {
    said += rarity(stem)
    matched += rarity(stem) * fitOf(stem, (other) => weights.get(other) ?? 0)
  }
  const near = Math.max(0, ...phrases.map((phrase) => likeness(phrase, { wanted, rarity })))
  return (1 - PHRASE_SHARE) * (matched / said) + PHRASE_SHARE * near
}

/** How much a phrase and the sentence have in common, of all that both say. */
function likeness(phrase: ReadonlySet<string>, { wanted, rarity }: Wish): number {
  let common = 0
  let all = 0
  for (const stem of wanted) {
    common += 2 * rarity(stem) * fitOf(stem, (other) => (phrase.has(other) ? 1 : 0))
    all += rarity(stem)
  }
  for (const stem of phrase) all += rarity(stem)
  return all === 0 ? 0 : common / all
}

function fitOf(stem: string, weightOf: (stem: string) => number): number {
  return Math.max(weightOf(stem), ...stemsLike(stem).map((other) => SYNONYM * weightOf(other)))
}
