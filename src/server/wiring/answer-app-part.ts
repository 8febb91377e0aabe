import { randomUUID } from 'node:crypto'
import type { Source } from '../../components/sources.ts'
import type { Component } from '../../contract/component-schema.ts'
import { writeBlocks } from '../../contract/text/write-blocks.ts'
import type { Call } from '../../contract/endpoint.ts'
import { storedRecord } from '../../contract/tool.ts'
import { actionEndpoints } from '../../features/chat/action-endpoints.ts'
import { questionBefore } from '../../features/chat/actions/ask-first.ts'
import { actionOf } from '../../features/chat/actions/do-action.ts'
import { checkComponents } from '../../features/chat/components/check-components.ts'
import { isReserved } from '../../features/chat/components/repair-component.ts'
import { findingsIn } from '../../features/chat/model/history/history.ts'
import { findChat, insertChat } from '../../features/chat/sessions/session-rows.ts'
import { titleOf } from '../../features/chat/sessions/sessions.ts'
import { AppPage } from '../../features/mcp/answer-app/app-page.ts'
import { Apps } from '../../features/mcp/answer-app/apps.ts'
import type { AppsDeps, ReadForComponent, StoredEntries } from '../../features/mcp/answer-app/apps-deps.ts'
import { PersonQuestions } from '../../features/mcp/answer-app/person-questions.ts'
import type { ConnectionTaints } from '../../features/mcp/connection-taints.ts'
import { OutsideFiles } from '../../features/tools/outside-files.ts'
import { assertValid, checkFor } from '../../platform/validation/validation.ts'
import { insideRequests } from '../http/inside-requests.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { loadStored } from './chat-part.ts'
import type { Features } from './features.ts'
import type { Services } from './services.ts'

interface Beside {
  readonly features: Features
  readonly taints: ConnectionTaints
}

/** Answers of the chat in other programs: the same chat, the same reads and the same changes, in the name of a model. */
export function createApps(
  infrastructure: Infrastructure,
  services: Services,
  { features, taints }: Beside,
): Apps {
  const { settings, log } = infrastructure
  const { chat, catalog, runner, approvals, taints: sessionTaints } = services
  const reachFor = insideRequests(() => features)
  return new Apps({
    catalog,
    runner,
    approvals,
    taints,
    chat,
    sessionTaints,
    sessions: sessionsIn(infrastructure),
    page: new AppPage(),
    questions: new PersonQuestions(),
    endpoints: () => Object.values(features).flatMap(({ contract }) => Object.values(contract)),
    reach(request, { provenance, signal }) {
      const call: Call = { provenance, signal, log, requestId: randomUUID(), header: () => undefined }
      return reachFor(call)(request)
    },
    tell: (components, read) => tellInWords(components, read, infrastructure),
    sourcesOf,
    check: (given) => checkGiven(given, chat),
    findings: ({ components, route }) =>
      findingsIn([{ role: 'assistant', text: '', by: route.by, components: [...components] }]),
    pressed: (body) => pressedIn(body, chat),
    stored: storedEntries(infrastructure, services),
    asksAlways: () => settings.get('APPROVAL_MODE') === 'always',
  })
}

/** They begin on their own, so that they are never mixed with those of the person. */
function sessionsIn({ database, now }: Infrastructure): AppsDeps['sessions'] {
  return {
    async begin(message) {
      const id = `chat_${randomUUID().replaceAll('-', '')}`
      const at = now().toISOString()
      await database.write(() => insertChat(database, { id, title: titleOf(message), origin: 'model', at }))
      return id
    },
    isTheirs: (session_id) => findChat(database, session_id)?.origin === 'model',
  }
}

/** What components say, for who can't see them: the model that asked. */
async function tellInWords(
  components: readonly Component[],
  read: (source: Source) => Promise<ReadForComponent>,
  { now }: Pick<Infrastructure, 'now'>,
): Promise<string> {
  const [{ componentsIn, describeComponents }, { sourceOf }] = await Promise.all([
    import('../../components/describe.ts'),
    import('../../components/sources.ts'),
  ])
  const found = new Map<Component, ReadForComponent>()
  await Promise.all(
    componentsIn(components).map(async (component) => {
      const source = sourceOf(component)
      found.set(component, source ? await read(source) : { data: {} })
    }),
  )
  const parts = await describeComponents(components, {
    fetched: (component) => found.get(component),
    now: now(),
    locale: 'en',
  })
  return parts
    .map((blocks) => writeBlocks(blocks, 'markdown'))
    .filter((text) => text !== '')
    .join('\n\n')
}

async function sourcesOf(components: readonly Component[]): Promise<Source[]> {
  const [{ componentsIn }, { sourceOf }] = await Promise.all([
    import('../../components/describe.ts'),
    import('../../components/sources.ts'),
  ])
  return componentsIn(components).flatMap((component) => sourceOf(component) ?? [])
}

async function checkGiven(given: readonly unknown[], chat: Services['chat']): ReturnType<AppsDeps['check']> {
  const checked = checkComponents(given, { known: await chat.loadKnown() })
  const problems = checked.flatMap((one) => ('problem' in one ? [one.problem] : []))
  const [problem] = problems
  if (problem) {
    const reasons = problem.issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.slice(1)} ${message}`.trim())
    return { problem: `${problem.type || 'A component'} doesn't fit: ${reasons.join('; ')}.` }
  }
  const components = checked.flatMap((one) => ('component' in one ? [one.component] : []))
  const { componentsIn } = await import('../../components/describe.ts')
  const own = componentsIn(components).find(({ type }) => isReserved(type))
  return own ? { problem: `Only Deskhand itself shows ${own.type}.` } : { components }
}

function pressedIn(body: unknown, chat: Services['chat']): ReturnType<AppsDeps['pressed']> {
  assertValid(body, { schema: actionEndpoints.act.body, part: 'body' })
  const { row, action } = actionOf(body as Parameters<typeof actionOf>[0], chat)
  const { session_id, provenance } = row
  return { action, session_id, provenance, asks: questionBefore(action, { row, chat }) ?? null }
}

function storedEntries(infrastructure: Infrastructure, { store }: Services): StoredEntries {
  const origins = new OutsideFiles(infrastructure)
  const valueOf = (key: string): unknown => JSON.parse(store.read(key)?.json ?? 'null')
  const isOutside = (key: string) =>
    entriesIn(valueOf(key)).some(({ id }) => origins.isFromOutside(storedRecord(key, id)))
  return {
    readings: (key) => (isOutside(key) ? ['untrusted', 'private'] : ['private']),
    async isOfWidget(key, value) {
      // The shell and others keep what is theirs under a name with a colon.
      if (key.includes(':')) return false
      const before = valueOf(key)
      const fits = (schema: Parameters<typeof checkFor>[0], one: unknown) =>
        one === null || one === undefined || checkFor(schema, 'body')(structuredClone(one)).length === 0
      const schemas = Object.values(await loadStored())
      return schemas.some((schema) => fits(schema, before) && fits(schema, value))
    },
    async markOutside(key, value) {
      const before = new Set(entriesIn(valueOf(key)).map((entry) => JSON.stringify(entry)))
      for (const entry of entriesIn(value))
        if (!before.has(JSON.stringify(entry))) await origins.markOutside(storedRecord(key, entry.id))
    },
  }
}

/** Whatever has an id in what a widget keeps, at any depth. */
function entriesIn(value: unknown): readonly { readonly id: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const { id } = value as { id?: unknown }
  const within = Object.values(value).flatMap(entriesIn)
  return typeof id === 'string' ? [value as { id: string }, ...within] : within
}
