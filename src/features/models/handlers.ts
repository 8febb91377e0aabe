import type { Handlers, InputOf, StreamEvent } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { modelsContract } from './contract.ts'
import type { SettingValues } from '../settings/definitions.ts'
import type { ModelAnswer, ModelChoice, ModelPick, ModelRequest, Picture, Turn } from './language-model.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { LocalServer } from './providers/local-servers.ts'
import type { Models } from './models.ts'
import { readPicture } from './pictures.ts'
import { followPlainly } from './calls-in-text/plain-instructions.ts'
import { assistWithText, transformText } from './text-tasks.ts'
import type { UsageLog } from './usage-log.ts'

export interface ModelsHandlersDeps {
  readonly models: Models
  readonly settings: Pick<Settings, 'get'>
  readonly usage: Pick<UsageLog, 'read'>
  readonly findLocalServers: (signal: AbortSignal) => Promise<LocalServer[]>
  /** Where an uploaded file lies; throws `not_found` for an unknown one. */
  readonly uploadedPath: (fileId: string) => Promise<string>
}

type CallBody = InputOf<typeof modelsContract.call>['body']

export function modelsHandlers({
  models,
  settings,
  usage,
  findLocalServers,
  uploadedPath,
}: ModelsHandlersDeps): Handlers<typeof modelsContract> {
  return {
    read() {
      const choice = models.choice()
      return {
        model: choice ? inUse(choice) : null,
        fallback: settings.get('LLM_FALLBACK').map(pickOf),
      }
    },

    async findLocal(_input, { signal }) {
      const servers = await findLocalServers(signal)
      return { servers: servers.map((server) => ({ ...server, models: [...server.models] })) }
    },

    readUsage({ query: { months = 12 } }) {
      return { months: usage.read(months).map((month) => ({ ...month, models: [...month.models] })) }
    },

    async call({ body }, { signal }) {
      const pictures = await Promise.all((body.images ?? []).map((image) => readPicture(image, uploadedPath)))
      const request = requestOf(body, { pictures, signal })
      if (!body.stream) return resultOf(await models.answer(request, () => {}))
      // Without a model there is nothing to stream: that is told as an ordinary failure.
      if (models.choice() === undefined) await models.ask(request)
      return streamed(models, request)
    },

    async test({ body }, { signal }) {
      return models.test(body, signal)
    },

    async assist({ body }, { signal }) {
      const plain = followPlainly(body.instruction, body.text)
      return { text: plain ?? (await assistWithText(models, body, signal)) }
    },

    async transform({ body }, { signal }) {
      const action = body.action === 'fix grammar' ? 'fix_grammar' : body.action
      return { text: await transformText(models, { ...body, action }, signal), action }
    },
  }
}

function inUse({ provider, model, tools, vision, contextTokens }: ModelChoice) {
  return {
    provider,
    model,
    tools: tools ?? null,
    vision: vision ?? null,
    context_tokens: contextTokens,
  }
}

function pickOf({ provider, model, base_url }: SettingValues['LLM_FALLBACK'][number]): ModelPick {
  return { provider, model, ...(base_url !== undefined && { base_url }) }
}

function requestOf(
  { prompt, messages, system, ...body }: CallBody,
  { pictures, signal }: { pictures: readonly Picture[]; signal: AbortSignal },
): ModelRequest {
  const said = messages ?? [{ role: 'user' as const, content: prompt ?? '' }]
  const orders = [system, ...said.filter(({ role }) => role === 'system').map(({ content }) => content)]
  const turns = said.flatMap(({ role, content }): Turn[] =>
    role === 'system' ? [] : [{ role, text: content }],
  )
  const systemText = orders.filter((order) => order !== undefined && order !== '').join('\n\n')
  return {
    turns: withPictures(turns, pictures),
    signal,
    ...(systemText !== '' && { system: systemText }),
    ...(body.model !== undefined && { model: body.model }),
    ...(body.temperature !== undefined && { temperature: body.temperature }),
    ...(body.max_tokens !== undefined && { maxTokens: body.max_tokens }),
    ...(body.schema !== undefined && { schema: body.schema }),
    ...(pictures.length > 0 && { purpose: 'vision' as const }),
  }
}

function withPictures(turns: readonly Turn[], pictures: readonly Picture[]): Turn[] {
  const last = turns.at(-1)
  if (last?.role !== 'user')
    throw new AppError('invalid_request', 'The last message must be from the user: the model answers it.')
  return pictures.length === 0 ? [...turns] : [...turns.slice(0, -1), { ...last, pictures }]
}

function resultOf({ text, object, model, provider, usage, finish_reason, warnings }: ModelAnswer) {
  return {
    text,
    ...(warnings && { notices: [...warnings] }),
    ...(object !== undefined && { object }),
    model,
    provider,
    usage,
    finish_reason: finish_reason === 'tool_calls' ? ('other' as const) : finish_reason,
  }
}

/** The text as it arrives. When the client goes, reading stops, and with it the call. */
async function* streamed(models: Models, request: ModelRequest): AsyncGenerator<StreamEvent> {
  const left = new AbortController()
  const queue = new TextQueue()
  const signal = AbortSignal.any([request.signal, left.signal])
  const whole = models.answer({ ...request, signal }, (delta) => queue.push(delta)).finally(() => queue.end())
  // It is awaited below, unless the client leaves before.
  whole.catch(() => {})
  try {
    for await (const delta of queue) yield { type: 'text.delta', data: { delta } }
    yield { type: 'run.end', data: resultOf(await whole) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const retryable = ['upstream_failed', 'upstream_timeout', 'overloaded'].includes(error.code)
    yield { type: 'run.error', data: { code: error.code, message: error.message, retryable } }
  } finally {
    left.abort()
  }
}

/** Text on its way from one that writes to one that reads, each at its own pace. What waits is read in one piece. */
class TextQueue implements AsyncIterable<string> {
  #waiting = ''
  #hasEnded = false
  #news = Promise.withResolvers<void>()

  push(text: string): void {
    this.#waiting += text
    this.#news.resolve()
  }

  end(): void {
    this.#hasEnded = true
    this.#news.resolve()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      await this.#news.promise
      this.#news = Promise.withResolvers()
      const text = this.#waiting
      this.#waiting = ''
      if (text !== '') yield text
      if (this.#hasEnded && this.#waiting === '') return
    }
  }
}
