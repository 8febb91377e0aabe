import type { ServerResponse } from 'node:http'
import { chunk, ownServer, type OwnServer } from '../../models-stage.ts'
import { Hand, Lost, type Wanted } from './hand.ts'
import { readView, type Asked, type View } from './view.ts'

export interface ScriptedModel extends AsyncDisposable {
  /** As in LLM_BASE_URL. */
  readonly url: string
  /** What it plays from now on. */
  readonly play: (script: Script) => void
  /** Everything that it was sent and wanted since then. */
  readonly log: readonly Exchange[]
}

type Script = (hand: Hand) => Promise<string>

export interface Exchange {
  readonly told: string
  readonly wanted: readonly Wanted[]
  /** From this answer to the next question: what the service took for it. null of the last one. */
  readonly tookMs: number | null
}

/** A model behind the protocol of OpenAI that does what a script says, by what it is sent alone. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const log: Exchange[] = []
  let player: Player | undefined
  let answeredAt = 0
  const server: OwnServer = await ownServer(async (response, { method, body }) => {
    if (method !== 'POST') {
      response.writeHead(404).end()
      return
    }
    const asked = body as unknown as Asked
    // The judge of the test sees more than any model would: it decides, not the check of the end.
    if (JSON.stringify(asked.response_format ?? {}).includes('"reached"')) return sayDone(response, asked)
    const view = readView(asked)
    const last = log.at(-1)
    if (last) log[log.length - 1] = { ...last, tookMs: Math.round(performance.now() - answeredAt) }
    const wanted = await player!.next(view)
    log.push({ told: view.told, wanted, tookMs: null })
    await say(response, { asked, wanted })
    answeredAt = performance.now()
  })
  return {
    url: `${server.url}/v1`,
    play(script) {
      log.length = 0
      player = new Player(script)
    },
    log,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** A script that waits for the service at each action, while the service waits for each action of it. */
class Player {
  readonly #script: Script
  #give: ((view: View) => void) | undefined
  #take = Promise.withResolvers<readonly Wanted[]>()

  constructor(script: Script) {
    this.#script = script
  }

  next(view: View): Promise<readonly Wanted[]> {
    this.#take = Promise.withResolvers<readonly Wanted[]>()
    if (this.#give) this.#give(view)
    else void this.#begin(view)
    return this.#take.promise
  }

  async #begin(first: View): Promise<void> {
    const act = (wanted: readonly Wanted[]) => {
      const { promise, resolve } = Promise.withResolvers<View>()
      this.#give = resolve
      this.#take.resolve(wanted)
      return promise
    }
    const args = await this.#script(new Hand(first, act)).then(
      (summary) => ({ success: true, summary }),
      (error: unknown) => {
        if (!(error instanceof Lost)) throw error
        return { success: false, summary: error.message.slice(0, 3900) }
      },
    )
    // The service asks again when the screen has changed in the meantime.
    for (;;) await act([{ name: 'DONE', args }])
  }
}

let calls = 0
/** As many providers count a picture. */
const PIXELS_A_TOKEN = 750

async function say(
  response: ServerResponse,
  { asked, wanted }: { readonly asked: Asked; readonly wanted: readonly Wanted[] },
): Promise<void> {
  const tool_calls = wanted.map(({ name, args }, index) => {
    calls += 1
    return {
      index,
      id: `call_${calls}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }
  })
  await write(response, { asked, said: { role: 'assistant', tool_calls }, end: 'tool_calls' })
}

function sayDone(response: ServerResponse, asked: Asked): Promise<void> {
  const content = JSON.stringify({ reached: true, because: '' })
  return write(response, { asked, said: { role: 'assistant', content }, end: 'stop' })
}

async function write(
  response: ServerResponse,
  { asked, said, end }: { readonly asked: Asked; readonly said: object; readonly end: string },
): Promise<void> {
  const words = JSON.stringify(asked)
  const pictures = words.match(/data:image\/[^"]+/g) ?? []
  const letters = words.length - pictures.join('').length
  const ofPictures = await Promise.all(pictures.map(tokensOf))
  const prompt_tokens = Math.ceil(letters / 4) + ofPictures.reduce((sum, one) => sum + one, 0)
  const completion_tokens = Math.ceil(JSON.stringify(said).length / 4)
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk(said, null))
  response.write(chunk({}, end))
  response.write(
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [], usage })}\n\n`,
  )
  response.end('data: [DONE]\n\n')
}

async function tokensOf(picture: string): Promise<number> {
  const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(bytes).metadata()
  return Math.ceil((width * height) / PIXELS_A_TOKEN)
}
