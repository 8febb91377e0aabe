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
  /** The whole screen. */
  readonly picture: Picture | null
  /** A part of the screen that it asked to see closely. */
  readonly detail?: Picture | null | undefined
  /** What the pictures showed, for when they are left out: the title of the window in front. */
  readonly showed?: string | undefined
  /** Which part the detail showed, in the words of the model's own call. */
  readonly region?: string | undefined
  /** The picture belongs into a result. */
  readonly inResult: boolean
}

/** The screen as it was when the task began. */
export interface Beginning {
  readonly text: string
  readonly picture: Picture
  readonly showed?: string | undefined
}

/** Those in results leave two at a time: without its picture the whole call of a provider's own tool is told in words. */
const CHUNK_IN_RESULTS = 2
const PICTURE_TOKENS = 1250

/** An exchange with what is left of its pictures. */
interface Kept extends Exchange {
  readonly hadPicture: boolean
  readonly hadDetail: boolean
}

/**
 * The conversation of a task: all of its words, the newest picture of the whole screen, a detail for as long as nothing has
 * come after it, and the newest list of what was on the screen. An older one stands near the end, so that what a provider has
 * cached of the conversation before it stays good.
 */
export class History {
  readonly #plan: () => string
  readonly #begin: string
  /** The whole screen before the first exchange that is told: of the beginning, or of an exchange that made room. */
  #before: { readonly picture: Picture | null; readonly showed: string | undefined }
  readonly #exchanges: Kept[] = []
  #dropped = 0

  /** The plan is told again where the call that it was written in may have made room. */
  constructor({ text, picture, showed }: Beginning, plan: () => string = () => '') {
    this.#begin = text
    this.#before = { picture, showed }
    this.#plan = plan
  }

  add(exchange: Exchange): void {
    const [hadPicture, hadDetail] = [exchange.picture !== null, Boolean(exchange.detail)]
    this.#exchanges.push({ ...exchange, hadPicture, hadDetail })
    this.#leaveDetails()
    this.#leavePictures(exchange.inResult ? CHUNK_IN_RESULTS : 1)
    this.#fadeLists()
  }

  #leaveDetails(): void {
    const newest = this.#exchanges.length - 1
    for (const [index, exchange] of this.#exchanges.entries())
      if (index < newest && exchange.detail) this.#exchanges[index] = { ...exchange, detail: null }
  }

  /** All of the whole screen but the newest, as soon as there are so many more. */
  #leavePictures(chunk: number): void {
    const pictures = [this.#before, ...this.#exchanges].filter(({ picture }) => picture !== null).length
    if (pictures <= chunk) return
    const newest = this.#exchanges.findLastIndex(({ picture }) => picture !== null)
    this.#before = { ...this.#before, picture: null }
    for (const [index, exchange] of this.#exchanges.entries())
      if (index < newest && exchange.picture) this.#exchanges[index] = { ...exchange, picture: null }
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

  /** The picture that all the others look like stays, wherever it came from. */
  #dropOldest(): void {
    const oldest = this.#exchanges.shift()
    this.#dropped += 1
    if (oldest?.picture) this.#before = { picture: oldest.picture, showed: oldest.showed }
  }

  #tell(): Turn[] {
    const { picture, showed } = this.#before
    const now = picture ? this.#begin : `Begin. ${gone({ showed, hadPicture: true })}`
    return [userTurn(this.#dropped > 0 ? this.#tellGap() : now, [picture]), ...this.#exchanges.flatMap(tell)]
  }

  #tellGap(): string {
    const { picture } = this.#before
    const seen = picture ? ' The screenshot was taken after them.' : ''
    const plan = this.#plan()
    const told = `Begin.\n(${this.#dropped} earlier actions are left out here.${seen})`
    return plan === '' ? told : `${told}\nYour plan:\n${plan}`
  }
}

function tellsScreen({ note, results }: Exchange): boolean {
  return hasList(note) || results.some(({ result }) => hasList(result))
}

function withoutLists(exchange: Kept): Kept {
  const results = exchange.results.map((each) => ({ ...each, result: withoutList(each.result) }))
  return { ...exchange, results, note: String(withoutList(exchange.note)) }
}

/** What is left of pictures, in words. */
function gone({
  showed,
  region,
  hadPicture,
  hadDetail = false,
  picture,
  detail,
}: Partial<Kept> & Pick<Kept, 'hadPicture'>): string {
  const front = showed === undefined ? undefined : JSON.stringify(showed)
  const told = []
  if (hadPicture && !picture)
    told.push(`The screenshot that was here is left out.${front ? ` It showed ${front} in front.` : ''}`)
  if (hadDetail && !detail) {
    const part = `${region ?? 'a part'}${front && !hadPicture ? ` of ${front}` : ''}`
    told.push(`The detail that was here is left out. It showed ${part}.`)
  }
  return told.length === 0 ? '' : `(${told.join(' ')})`
}

function tell(exchange: Kept): Turn[] {
  const { text, calls, results, note, picture, detail = null, inResult } = exchange
  const inOwn = exchange.hadDetail ? detail : picture
  // A provider's own tool must answer with a picture; once that is left out, the whole exchange is told in words.
  if (inResult && inOwn === null) return toldInWords(exchange)
  const answer: Turn = { role: 'assistant', text, ...(calls.length > 0 && { calls }) }
  const told = results.map(({ call_id, name, result, shows }): Turn => {
    const isShown = shows === true && inOwn !== null
    return { role: 'tool', call_id, name, result, ...(isShown && { pictures: [inOwn] }) }
  })
  const beside = [note, gone(exchange)].filter((part) => part !== '').join(' ')
  const shown = [picture, detail].filter((one) => one !== null && !(inResult && one === inOwn))
  return [answer, ...told, ...(beside === '' && shown.length === 0 ? [] : [userTurn(beside, shown)])]
}

function toldInWords(exchange: Kept): Turn[] {
  const { text, calls, results, picture } = exchange
  const wanted = calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)
  const came = results.map(({ result }) => (typeof result === 'string' ? result : JSON.stringify(result)))
  return [
    { role: 'assistant', text: [text, ...wanted].filter((part) => part !== '').join('\n') },
    userTurn(`${came.join('\n')} ${gone(exchange)}`, [picture]),
  ]
}

function userTurn(text: string, all: readonly (Picture | null)[]): Turn {
  const pictures = all.filter((one) => one !== null)
  return { role: 'user', text, ...(pictures.length > 0 && { pictures }) }
}

/** Roughly what it counts as, on the high side. */
export function estimate(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => {
    const { pictures = [], ...words } = turn as Turn & { pictures?: readonly Picture[] }
    return sum + pictures.length * PICTURE_TOKENS + Math.ceil(JSON.stringify(words).length / 3)
  }, 0)
}
