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
  readonly wanted: Wanted
  /** From this answer to the next question: what the service took for it. null of the last one. */
  readonly tookMs: number | null
}

/** A model behind the protocol of OpenAI that does what a script says, by what it is sent alone. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const log: Exchange[] = []
  let player: Player | undefined
  let answeredAt = 0
  const server: OwnServer = await ownServer(async (response, { method, body }) => {
    if (method !== 'POST') return response.writeHead(404).end()
    const asked = body as unknown as Asked
    const view = readView(asked)
    const last = log.at(-1)
    if (last) log[log.length - 1] = { ...last, tookMs: Math.round(performance.now() - answeredAt) }
    const wanted = await player!.next(view)
    log.push({ told: view.told, wanted, tookMs: null })
    say(response, { asked, wanted })
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
  #take = Promise.withResolvers<Wanted>()

  constructor(script: Script) {
    this.#script = script
  }

  next(view: View): Promise<Wanted> {
    this.#take = Promise.withResolvers<Wanted>()
    if (this.#give) this.#give(view)
    else void this.#begin(view)
    return this.#take.promise
  }

  async #begin(first: View): Promise<void> {
    const act = (wanted: Wanted) => {
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
    for (;;) await act({ name: 'DONE', args })
  }
}

let calls = 0
/** What a picture of this size costs, roughly, at most providers. */
const PICTURE_TOKENS = 1_400

function say(
  response: ServerResponse,
  { asked, wanted: { name, args } }: { asked: Asked; wanted: Wanted },
): void {
  calls += 1
  const written = JSON.stringify(args)
  const call = { index: 0, id: `call_${calls}`, type: 'function', function: { name, arguments: written } }
  const words = JSON.stringify(asked)
  const pictures = words.split('data:image/').length - 1
  const letters = words.replaceAll(/data:image\/[^"]+/g, '').length
  const prompt_tokens = Math.ceil(letters / 4) + pictures * PICTURE_TOKENS
  const completion_tokens = Math.ceil((name.length + written.length) / 4)
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ role: 'assistant', tool_calls: [call] }, null))
  response.write(chunk({}, 'tool_calls'))
  response.write(
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [], usage })}\n\n`,
  )
  response.end('data: [DONE]\n\n')
}
