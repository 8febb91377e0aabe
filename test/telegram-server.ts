import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
export const BOT = { id: 110201543, is_bot: true, first_name: 'Deskhand', username: 'deskhand_bot' }

type Json = Readonly<Record<string, unknown>>

export interface SentMessage {
  readonly method: string
  readonly message_id: number
  readonly chat_id: number
  text: string
  buttons: readonly { readonly text: string; readonly callback_data: string }[]
  readonly picture?: { readonly name: string; readonly bytes: Buffer }
}

interface Person {
  readonly id: number
  readonly first_name: string
}

interface Answering {
  readonly answer: (status: number, value: Json) => void
  readonly response: ServerResponse
}

const ADA: Person = { id: 4711, first_name: 'Ada' }

/** The Bot API on this machine: numbers, offsets, long polling, one reader at a time, and what it refuses. */
export class TelegramServer implements AsyncDisposable {
  readonly calls: { readonly method: string; readonly params: Json }[] = []
  readonly sent: SentMessage[] = []
  readonly answers: { readonly callback_query_id: string; readonly text: string }[] = []
  readonly files = new Map<string, Buffer>()
  /** Statuses to answer to the next messages with; after 0 the connection is cut. */
  readonly refusals: number[] = []
  token = TOKEN
  bot = BOT
  hasWebhook = true
  origin = ''
  #updates: ({ readonly update_id: number } & Json)[] = []
  #lastUpdate = 870_000_000
  #lastMessage = 100
  #poll: { readonly offset: number; readonly answer: (status: number, answer: Json) => void } | undefined
  #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy())
  })

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  /** A message of a person, in a private chat unless said otherwise. */
  write(text: string, { from = ADA, ...more }: { from?: Person } & Json = {}): number {
    return this.push({ message: { ...this.#place(from), text, ...more } })
  }

  press(message: SentMessage, label: string, { from = ADA, ...more }: { from?: Person } & Json = {}): number {
    const data = message.buttons.find(({ text }) => text === label)!.callback_data
    const { message_id, chat_id } = message
    const shown = { message_id, chat: { id: chat_id, type: 'private' } }
    return this.push({
      callback_query: {
        id: String(message_id * 7),
        from: { ...from, is_bot: false },
        message: shown,
        data,
        ...more,
      },
    })
  }

  push(update: Json): number {
    const update_id = (this.#lastUpdate += 1)
    this.#updates.push({ update_id, ...update })
    this.#deliver()
    return update_id
  }

  /** What waits to be acknowledged. */
  get waiting(): number {
    return this.#updates.length
  }

  get isPolled(): boolean {
    return this.#poll !== undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #place(from: Person): Json {
    const sender = { ...from, is_bot: false }
    return { message_id: (this.#lastMessage += 1), from: sender, chat: { ...from, type: 'private' }, date: 1 }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { kind, token, rest } = placeIn(request.url ?? '')
    const body = await buffer(request)
    if (kind) return this.#download(rest, { isKnown: token === this.token, response })
    const answer = (status: number, value: Json) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (token !== this.token) return answer(401, refusal(401, 'Unauthorized'))
    const params = await paramsOf(request, body)
    if (rest !== 'getUpdates') this.calls.push({ method: rest, params })
    if (rest === 'getUpdates') return this.#receive(params, { answer, response })
    const status = /^send(?!ChatAction)/.test(rest) ? this.refusals.shift() : undefined
    if (status !== undefined) return this.#refuse(status, { answer, response })
    const result = this.#do(rest, params)
    if (typeof result === 'string') answer(400, refusal(400, `Bad Request: ${result}`))
    else answer(200, { ok: true, result })
  }

  #download(path: string, { isKnown, response }: { isKnown: boolean; response: ServerResponse }): void {
    const file = isKnown ? this.files.get(path) : undefined
    response.writeHead(file ? 200 : 404).end(file)
  }

  /** With 0 the connection is cut. */
  #refuse(status: number, { answer, response }: Answering): void {
    if (status === 0) response.destroy()
    else answer(status, { ...refusal(status, 'Too Many Requests'), parameters: { retry_after: 0 } })
  }

  #receive(params: Json, { answer, response }: Answering): void {
    if (this.hasWebhook)
      return answer(409, refusal(409, "Conflict: can't use getUpdates method while webhook is active"))
    this.#poll?.answer(409, refusal(409, 'Conflict: terminated by other getUpdates request'))
    const offset = Number(params['offset'] ?? 0)
    this.#updates = this.#updates.filter(({ update_id }) => update_id >= offset)
    const poll = { offset, answer }
    this.#poll = poll
    const end = () => {
      if (this.#poll === poll) this.#poll = undefined
    }
    response.on('close', end)
    setTimeout(() => this.#poll === poll && this.#answerPoll(), Number(params['timeout'] ?? 0) * 1000).unref()
    this.#deliver()
  }

  #deliver(): void {
    if (this.#updates.length > 0) this.#answerPoll()
  }

  #answerPoll(): void {
    const poll = this.#poll
    this.#poll = undefined
    poll?.answer(200, { ok: true, result: this.#updates })
  }

  #do(method: string, params: Json): Json | boolean | string {
    const chat_id = Number(params['chat_id'])
    switch (method) {
      case 'getMe':
        return this.bot
      case 'deleteWebhook':
        this.hasWebhook = false
        return true
      case 'sendMessage':
      case 'sendPhoto':
      case 'sendDocument':
        return this.#take(method, chat_id, params)
      case 'editMessageText': {
        const message = this.sent.find(({ message_id }) => message_id === Number(params['message_id']))
        if (!message) return 'message to edit not found'
        message.text = String(params['text'])
        message.buttons = []
        return { message_id: message.message_id }
      }
      case 'answerCallbackQuery':
        this.answers.push({
          callback_query_id: String(params['callback_query_id']),
          text: String(params['text']),
        })
        return true
      case 'getFile': {
        const path = `documents/${String(params['file_id'])}`
        return this.files.has(path) ? { file_id: params['file_id'], file_path: path } : 'file is too big'
      }
      case 'sendChatAction':
        return true
      default:
        return 'method not found'
    }
  }

  #take(method: string, chat_id: number, params: Json): Json | string {
    const text = (params['text'] ?? params['caption'] ?? '') as string
    const problem = problemOf(text, method === 'sendMessage' ? 4096 : 1024)
    if (method === 'sendMessage' && text === '') return 'message text is empty'
    if (problem !== undefined) return problem
    const file = params['photo'] ?? params['document']
    const message_id = (this.#lastMessage += 1)
    const markup = (params['reply_markup'] ?? {}) as { inline_keyboard?: SentMessage['buttons'][] }
    this.sent.push({
      method,
      message_id,
      chat_id,
      text,
      buttons: markup.inline_keyboard?.flat() ?? [],
      ...(file !== undefined && { picture: file as NonNullable<SentMessage['picture']> }),
    })
    return { message_id, chat: { id: chat_id, type: 'private' } }
  }
}

function placeIn(url: string): { kind: string; token: string; rest: string } {
  const [, kind = '', token = '', rest = ''] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(url) ?? []
  return { kind, token, rest }
}

/** What Telegram would say of a text in its HTML. */
function problemOf(html: string, limit: number): string | undefined {
  const open: string[] = []
  for (const [, isEnd, name = ''] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (!['b', 'a', 'code', 'pre'].includes(name)) return `can't parse entities: unsupported tag ${name}`
    if (!isEnd) open.push(name)
    else if (open.pop() !== name) return "can't parse entities: unexpected end tag"
  }
  if (open.length > 0) return "can't parse entities: can't find end tag"
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:amp|lt|gt|quot);/g, '_')
  if (/[<&]/.test(text)) return "can't parse entities: unsupported start tag"
  return text.length > limit ? 'message is too long' : undefined
}

function refusal(error_code: number, description: string): Json {
  return { ok: false, error_code, description }
}

async function paramsOf(request: IncomingMessage, body: Buffer): Promise<Json> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) return JSON.parse(body.toString() || '{}') as Json
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const entries = [...form].map(async ([name, value]) =>
    typeof value === 'string'
      ? [name, value]
      : [name, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) }],
  )
  return Object.fromEntries(await Promise.all(entries)) as Json
}
