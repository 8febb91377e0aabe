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
}

/** A model behind the protocol of OpenAI that does what a script says, by what it is sent alone. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const log: Exchange[] = []
  let player: Player | undefined
  const server: OwnServer = await ownServer(async (response, { method, body }) => {
    if (method !== 'POST') return response.writeHead(404).end()
    const asked = body as unknown as Asked
    // The judge of the test sees more than any model would: it decides, not the check of the end.
    if (JSON.stringify(asked.response_format ?? {}).includes('"reached"')) return sayDone(response, asked)
    const view = readView(asked)
    const wanted = await player!.next(view)
    log.push({ told: view.told, wanted })
    return say(response, { asked, wanted })
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
  write(response, { asked, said: { role: 'assistant', tool_calls: [call] }, end: 'tool_calls' })
}

function sayDone(response: ServerResponse, asked: Asked): void {
  const content = JSON.stringify({ reached: true, because: '' })
  write(response, { asked, said: { role: 'assistant', content }, end: 'stop' })
}

function write(
  response: ServerResponse,
  { asked, said, end }: { asked: Asked; said: object; end: string },
): void {
  const words = JSON.stringify(asked)
  const pictures = words.split('data:image/').length - 1
  const letters = words.replaceAll(/data:image\/[^"]+/g, '').length
  const prompt_tokens = Math.ceil(letters / 4) + pictures * PICTURE_TOKENS
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
