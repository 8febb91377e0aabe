import type { Picture, Turn, WantedCall } from '../../models/language-model.ts'
import { hasList, withoutList } from './faded-lists.ts'

export interface CallResult {
  readonly call_id: string
  readonly name: string
  readonly result: unknown
  /** The picture belongs into it: a provider's own tool wants it there. */
  readonly shows?: boolean
}

/** One answer of the model with what it got back. */
export interface Exchange {
  readonly text: string
  readonly calls: readonly WantedCall[]
  /** One for each call; without a call, what is said to the model instead. */
  readonly results: readonly CallResult[]
  /** What is told beside the new picture; nothing when it is empty. */
  readonly note: string
  readonly picture: Picture | null
  /** What the picture showed, for when it is left out: the title of a window. */
  readonly showed?: string | undefined
  /** The picture belongs into a result. */
  readonly inResult: boolean
}

const KEPT_PICTURES = 1
/** Those in results leave two at a time: without its picture the whole call of a provider's own tool is told in words. */
const CHUNK_IN_RESULTS = 2
const PICTURE_TOKENS = 1250

/**
 * The conversation of a task: all of its words, and only the last picture and the last list of what was on the screen. An older
 * one stands near the end, so that what a provider has cached of the conversation before it stays good.
 */
export class History {
  readonly #first: { readonly text: string; readonly picture: Picture }
  readonly #plan: () => string
  readonly #exchanges: Exchange[] = []
  /** How many pictures, from the oldest, are left out. */
  #forgotten = 0
  #dropped = 0

  /** The plan is told again where the call that it was written in may have made room. */
  constructor(first: { readonly text: string; readonly picture: Picture }, plan: () => string = () => '') {
    this.#first = first
    this.#plan = plan
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange)
    const pictures = 1 + this.#exchanges.filter(({ picture }) => picture !== null).length
    const chunk = exchange.inResult ? CHUNK_IN_RESULTS : 1
    if (pictures - this.#forgotten >= KEPT_PICTURES + chunk) this.#forgotten = pictures - KEPT_PICTURES
    this.#fadeLists()
  }

  /** A long list of what was on the screen costs as much as a picture in each call that follows, and is over as soon. */
  #fadeLists(): void {
    const last = this.#exchanges.findLastIndex(tellsScreen)
    for (const [index, exchange] of this.#exchanges.entries())
      if (index < last && tellsScreen(exchange)) this.#exchanges[index] = withoutLists(exchange)
  }

  /** What the model is told, within so many tokens: the oldest exchanges make room. */
  turns(maxTokens: number | null): Turn[] {
    const room = maxTokens ?? Infinity
    while (this.#exchanges.length > 1 && estimate(this.#tell()) > room) this.#dropOldest()
    return this.#tell()
  }

  #dropOldest(): void {
    const gone = this.#exchanges.shift()
    this.#dropped += 1
    // The first picture goes before those of the exchanges.
    if (gone?.picture) this.#forgotten = Math.max(1, this.#forgotten - 1)
  }

  #toldPlan(): string {
    const plan = this.#plan()
    return plan === '' ? '' : `\nYour plan:\n${plan}`
  }

  #tell(): Turn[] {
    let left = this.#forgotten
    const shown = (picture: Picture | null): Picture | null => {
      if (picture === null || left <= 0) return picture
      left -= 1
      return null
    }
    const first = shown(this.#first.picture)
    const gap =
      this.#dropped > 0 ? `\n(${this.#dropped} earlier actions are left out here.)${this.#toldPlan()}` : ''
    return [
      userTurn(`${first ? this.#first.text : `Begin. ${gone({})}`}${gap}`, first),
      ...this.#exchanges.flatMap((exchange) => tell(exchange, shown(exchange.picture))),
    ]
  }
}

function tellsScreen({ note, results }: Exchange): boolean {
  return hasList(note) || results.some(({ result }) => hasList(result))
}

function withoutLists(exchange: Exchange): Exchange {
  const results = exchange.results.map((each) => ({ ...each, result: withoutList(each.result) }))
  return { ...exchange, results, note: String(withoutList(exchange.note)) }
}

/** What is left of a picture. */
function gone({ showed }: Pick<Exchange, 'showed'>): string {
  const what = showed === undefined ? '' : ` It showed ${JSON.stringify(showed)} in front.`
  return `(The screenshot that was here is left out.${what})`
}

function tell(exchange: Exchange, picture: Picture | null): Turn[] {
  const { text, calls, results, note, picture: had, inResult } = exchange
  // A provider's own tool must answer with a picture; once that is left out, the whole exchange is told in words.
  if (inResult && picture === null) return toldInWords(exchange)
  const answer: Turn = { role: 'assistant', text, ...(calls.length > 0 && { calls }) }
  const told = results.map(({ call_id, name, result, shows }): Turn => {
    const isShown = shows === true && picture !== null
    return { role: 'tool', call_id, name, result, ...(isShown && { pictures: [picture] }) }
  })
  const beside = had !== null && picture === null ? `${note} ${gone(exchange)}` : note
  const shown = inResult ? null : picture
  return [answer, ...told, ...(beside === '' && shown === null ? [] : [userTurn(beside, shown)])]
}

function toldInWords({ text, calls, results, showed }: Exchange): Turn[] {
  const wanted = calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)
  const came = results.map(({ result }) => (typeof result === 'string' ? result : JSON.stringify(result)))
  return [
    { role: 'assistant', text: [text, ...wanted].filter((part) => part !== '').join('\n') },
    userTurn(`${came.join('\n')} ${gone({ showed })}`, null),
  ]
}

function userTurn(text: string, picture: Picture | null): Turn {
  return { role: 'user', text, ...(picture && { pictures: [picture] }) }
}

/** Roughly what it counts as, on the high side. */
export function estimate(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => {
    const { pictures = [], ...words } = turn as Turn & { pictures?: readonly Picture[] }
    return sum + pictures.length * PICTURE_TOKENS + Math.ceil(JSON.stringify(words).length / 3)
  }, 0)
}
