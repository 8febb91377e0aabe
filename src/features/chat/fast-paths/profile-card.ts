import type { Component } from '../../../contract/component-schema.ts'
import type { ResultOf } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { wikiContract } from '../../../widgets/wiki/contract.ts'
import type { AnswerWriter } from '../answering.ts'

type Article = ResultOf<typeof wikiContract>

export interface ProfileDeps {
  /** The encyclopedia: takes a title at its word, and searches when there is none. */
  readonly findArticle: (wish: { title: string }, caller: { signal: AbortSignal }) => Promise<Article>
}

const ALTERNATIVES = 6

/** Who or what somebody or something is, from the encyclopedia; says so when there is nothing or nobody to ask. */
export async function describeSomebody(
  words: string,
  { deps, writer, signal }: { deps: ProfileDeps; writer: AnswerWriter; signal: AbortSignal },
): Promise<void> {
  const name = subjectOf(words)
  const skeleton = writer.announce('profile')
  try {
    const article = await deps.findArticle({ title: name }, { signal })
    if (article.kind === 'disambiguation') {
      writer.remove(skeleton)
      return offerAlternatives(name, article, writer)
    }
    writer.add({ ...profileOf(article), id: skeleton })
    if (article.stale)
      writer.notice('warning', "Can't reach the encyclopedia. This is its last known answer.")
  } catch (error) {
    writer.remove(skeleton)
    if (!(error instanceof AppError) || signal.aborted) throw error
    writer.add(refusalOf(name, error))
  }
}

export function subjectOf(words: string): string {
  return words
    .replace(/[?!.\s]+$/, '')
    .replace(/^["'“](.*)["'”]$/u, '$1')
    .slice(0, 200)
}

export function profileOf(article: Article): Component {
  const { title, description, extract, url, image_url, source } = article
  return {
    type: 'profile',
    name: title.slice(0, 300),
    kind: kindOf(article),
    ...(description && { description: description.slice(0, 500) }),
    summary: extract.slice(0, 20_000),
    ...(image_url && { image_url }),
    facts: factsOf(article),
    links: [{ label: 'Read the article', url }],
    source: { name: source.name, url, ...(source.attribution && { attribution: source.attribution }) },
  }
}

function kindOf(article: Article): 'person' | 'organization' | 'place' | 'thing' {
  const words = `${article.description ?? ''} ${firstSentence(article.extract)}`.toLowerCase()
  if (
    lifeOf(article.extract).born !== undefined ||
    /\b(?:is|was) an? [^.]*\b(?:actor|actress|singer|politician|writer|author|scientist|mathematician|physicist|player|musician|artist|businessman|businesswoman|engineer|director|president|athlete|footballer|painter|composer|poet|philosopher|entrepreneur|journalist|lawyer|comedian|model|programmer)\b/.test(
      words,
    )
  )
    return 'person'
  if (article.latitude !== null && article.latitude !== undefined) return 'place'
  if (
    /\b(?:company|corporation|organi[sz]ation|university|agency|party|club|band|institute|association|foundation|bank)\b/.test(
      words,
    )
  )
    return 'organization'
  return 'thing'
}

function factsOf(article: Article): { label: string; value: string }[] {
  const { born, died } = lifeOf(article.extract)
  const { latitude, longitude, updated_at } = article
  const isPlace = typeof latitude === 'number' && typeof longitude === 'number'
  return [
    ...(born === undefined ? [] : [{ label: 'Born', value: born }]),
    ...(died === undefined ? [] : [{ label: 'Died', value: died }]),
    ...(isPlace ? [{ label: 'Coordinates', value: `${latitude.toFixed(4)}, ${longitude.toFixed(4)}` }] : []),
    ...(updated_at ? [{ label: 'Article changed', value: updated_at.slice(0, 10) }] : []),
  ]
}

const when = '(?:\\d{1,2} \\p{L}+ \\d{3,4}|\\p{L}+ \\d{1,2}, \\d{3,4}|(?:c\\. ?)?\\d{3,4}(?: BCE| BC| AD)?)'
const life = new RegExp(
  `\\((?:[^()]*?[;,] )?(?:(?:born|b\\.) (${when})|(${when}) ?[–-] ?(${when}))[^()]*\\)`,
  'u',
)

/** Encyclopedias put the dates of a life in brackets behind the name. */
function lifeOf(extract: string): { born?: string; died?: string } {
  const [, onlyBorn, born, died] = life.exec(extract.slice(0, 600)) ?? []
  const birth = onlyBorn ?? born
  return { ...(birth !== undefined && { born: birth }), ...(died !== undefined && { died }) }
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}

function offerAlternatives(name: string, { alternatives, url }: Article, writer: AnswerWriter): void {
  writer.say(`"${name}" can mean several things. Which one?`)
  writer.add({
    type: 'list',
    items: alternatives.slice(0, ALTERNATIVES).map(({ title, description }) => ({
      text: title.slice(0, 1_000),
      ...(description && { detail: description.slice(0, 1_000) }),
      action: { kind: 'chat', message: `who is ${title}`.slice(0, 4_000) },
    })),
    empty_text: `The encyclopedia lists them at ${url}`.slice(0, 300),
  })
}

function refusalOf(name: string, { code, message }: AppError): Component {
  const title = code === 'not_found' ? `Nothing found about ${name}` : `Couldn't look up ${name}`
  return {
    type: 'error',
    title: title.slice(0, 200),
    message: message.slice(0, 4_000),
    code,
    retryable: code !== 'not_found',
  }
}
