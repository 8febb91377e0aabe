import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { Source } from '../../../components/sources.ts'
import type { Component } from '../../../contract/component-schema.ts'
import { reasonToDistrust } from '../../../contract/taint.ts'
import type { Reading } from '../../../contract/tool.ts'
import type { ToolCallSetting } from '../tool-call.ts'
import { problem, replied } from './app-results.ts'
import type { AppsDeps, ReadForComponent } from './apps-deps.ts'
import type { ViewRoute } from './view-routes.ts'
import { COMPONENT_DATA } from './app-tools.ts'

const INSIDE = 'http://inside'
const MAX_CONNECTIONS = 200
const MAX_GIVEN = 500

interface ReadDeps extends AppsDeps {
  readonly findRoute: (method: string, pathname: string) => ViewRoute | undefined
}

/** What views read, in the name of the model at the other end of their connection: what it reads there, it has read. */
export class ViewReads {
  readonly #deps: ReadDeps
  /** What the components of answers read by themselves: to read it again carries nothing out. */
  readonly #given = new Map<string, Set<string>>()

  constructor(deps: ReadDeps) {
    this.#deps = deps
  }

  async give(connection: string, components: readonly Component[]): Promise<void> {
    const sources = await this.#deps.sourcesOf(components)
    const given = this.#given.get(connection) ?? new Set()
    this.#given.delete(connection)
    this.#given.set(connection, given)
    for (const source of sources) given.add(keyOf(source))
    for (const key of given) if (given.size > MAX_GIVEN) given.delete(key)
    if (this.#given.size > MAX_CONNECTIONS) this.#given.delete(this.#given.keys().next().value!)
  }

  async answer(
    source: Source,
    route: ViewRoute,
    setting: ToolCallSetting,
  ): Promise<CallToolResult | InputRequiredResult> {
    const reason = this.#reasonToAsk(source, route, setting)
    if (reason !== undefined) {
      const call = { action: COMPONENT_DATA, args: source }
      const verdict = this.#deps.questions.verdict(call, setting)
      const question = `Look this up? ${reason}\n${source.path} ${source.body ?? ''}`
      const asked = verdict === undefined && (await this.#deps.questions.ask(question, call, setting))
      if (asked) return asked
      if (verdict !== 'approved') return problem('forbidden', reason)
    }
    return this.#read(source, route, setting)
  }

  /** For the words of an answer. What would have to be asked about first is told without. */
  async forWords(source: Source, setting: ToolCallSetting): Promise<ReadForComponent> {
    const route = this.#deps.findRoute(source.method, pathnameOf(source))
    if (!route || !('reads' in route.use)) return { problem: 'It is only shown in Deskhand.' }
    if (this.#reasonToAsk(source, route, setting) !== undefined)
      return { problem: 'It is looked up once you allow it.' }
    const result = await this.#read(source, route, setting)
    const { status, body } = result.structuredContent as { status: number; body: unknown }
    return status < 400 ? { data: body } : { problem: (body as { detail: string }).detail }
  }

  async #read(
    source: Source,
    route: ViewRoute,
    { caller, context }: ToolCallSetting,
  ): Promise<CallToolResult> {
    const signal = AbortSignal.any([context.mcpReq.signal, caller.signal])
    const answer = await this.#deps.reach(source, { provenance: 'model', signal })
    const body: unknown = await answer.json()
    if (answer.ok) this.#deps.taints.add(caller.connection, this.#readingsOf(source, route))
    return replied({ status: answer.status, body, etag: answer.headers.get('etag') ?? undefined })
  }

  #readingsOf(source: Source, { use }: ViewRoute): readonly Reading[] {
    if (!('reads' in use)) return []
    if (use.reads !== 'stored') return use.reads
    return this.#deps.stored.readings(decodeURIComponent(pathnameOf(source).split('/').at(-1)!))
  }

  /** Live data are asked for at a provider, who sees what was asked. */
  #reasonToAsk(source: Source, route: ViewRoute, { caller }: ToolCallSetting): string | undefined {
    if (!route.leaves || this.#given.get(caller.connection)?.has(keyOf(source))) return undefined
    const { search = '' } = placeOf(source.path) ?? {}
    const args = { ...(search !== '' && { search }), ...(source.body !== undefined && { body: source.body }) }
    const judged = { risk: 'read', isBuiltIn: true, leaves: ['search', 'body'], args } as const
    const sent = Object.keys(args).length > 0
    return sent
      ? reasonToDistrust(this.#deps.taints.of(caller.connection), { ...judged, said: new Set() })
      : undefined
  }
}

/** Empty where it is no path of the service. */
export function pathnameOf({ path }: Pick<Source, 'path'>): string {
  return placeOf(path)?.pathname ?? ''
}

function placeOf(path: string): URL | undefined {
  const found = URL.parse(path, INSIDE)
  return found?.origin === INSIDE && found.hash === '' ? found : undefined
}

function keyOf({ method, path, body = '' }: Source): string {
  return `${method} ${path} ${body}`
}
