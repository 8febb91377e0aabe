import { randomUUID } from 'node:crypto'
import { basename, extname } from 'node:path'
import type { Confirmation } from '../../../../contract/confirmation.ts'
import type { Envelope } from '../../../../contract/envelope.ts'
import type { Risk, ToolProgress } from '../../../../contract/tool.ts'
import type { Metrics } from '../../../metrics/contract.ts'
import type { ToolRequest } from '../../../tools/tool-runner.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { systemActs } from './system.ts'

export interface MachineDeps {
  readonly run: (request: ToolRequest, conversation: { session_id: string }) => Promise<Envelope>
  /** Who owns a tool and what it risks; undefined when there is none of that name. */
  readonly describeTool: (action: string) => { readonly agent: string; readonly risk: Risk } | undefined
  readonly metrics: () => Promise<Metrics>
}

const SHOWN_FILES = 30

/** Files, documents and the machine itself. */
export function machineActs(deps: MachineDeps): Readonly<Record<string, Act>> {
  return {
    async SEARCH_FILES(understood) {
      const { query, path } = understood.slots
      const data = await call(deps, understood, {
        action: 'SEARCH_FILES',
        args: { query, ...(path !== undefined && { path }) },
      })
      if (data) showFiles(understood, data['results'], `Files for “${String(query)}”`)
    },
    async LIST_FILES(understood) {
      const path = textOf(understood.slots, 'path')!
      const data = await call(deps, understood, { action: 'LIST_FILES', args: { path } })
      if (data) showFiles(understood, data['entries'], path)
    },
    'file.open': (understood) => openFile(deps, understood),
    async SEARCH_DOCUMENTS(understood) {
      const query = textOf(understood.slots, 'query')!
      const data = await call(deps, understood, { action: 'SEARCH_DOCUMENTS', args: { query } })
      if (data) showDocuments(understood, data['documents'])
    },
    ...systemActs(deps),
  }
}

/** A tool that the sentence named with all of its arguments. */
export function toolAct(deps: MachineDeps): Act {
  return async (understood) => {
    const args = (understood.slots['args'] ?? {}) as Record<string, unknown>
    await call(deps, understood, { action: understood.intent, args, says: true })
  }
}

interface Wish {
  readonly action: string
  readonly args: Record<string, unknown>
  /** Whether its message is the answer. */
  readonly says?: boolean
}

/** Runs a tool as the user's own wish; undefined when there is nothing to show but what was said already. */
async function call(
  deps: MachineDeps,
  { asked, voice }: Understood,
  { action, args, says = false }: Wish,
): Promise<Record<string, unknown> | undefined> {
  const { agent = 'unknown', risk = 'read' } = deps.describeTool(action) ?? {}
  const call_id = randomUUID()
  voice.toolStart({ call_id, agent, action, args, risk })
  const { provenance, signal } = asked
  const onProgress = (progress: ToolProgress) => voice.toolProgress(call_id, progress)
  const result = await deps.run({ action, args, provenance, signal, onProgress }, asked)
  voice.toolEnd(call_id, result)
  const data = (result.data ?? {}) as Record<string, unknown>
  if (result.success) {
    if (says) voice.say(result.message)
    return data
  }
  const confirmation =
    (data['error'] as { confirmation?: Confirmation } | undefined)?.confirmation ??
    (data['confirmation'] as Confirmation | undefined)
  if (confirmation) voice.askApproval(confirmation)
  else voice.add({ type: 'alert', text: result.message.slice(0, 4_000), tone: 'warning' })
  return undefined
}

interface FoundFile {
  readonly path: string
  readonly name?: string
  readonly kind?: string
  readonly bytes?: number | null
}

function showFiles({ voice }: Understood, found: unknown, title: string): void {
  const files = (Array.isArray(found) ? found : []) as readonly FoundFile[]
  voice.add({
    type: 'list',
    title: title.slice(0, 200),
    items: files.slice(0, SHOWN_FILES).map(({ path, name }) => ({
      text: escaped(name ?? basename(path)).slice(0, 1_000),
      detail: path.slice(0, 1_000),
      action: { kind: 'open', path },
    })),
    empty_text: 'Nothing was found.',
  })
}

interface FoundDocument {
  readonly title: string
  readonly matches?: readonly { readonly text?: string; readonly snippet?: string }[]
}

function showDocuments({ voice }: Understood, found: unknown): void {
  const documents = (Array.isArray(found) ? found : []) as readonly FoundDocument[]
  voice.add({
    type: 'list',
    title: 'In your documents',
    items: documents.slice(0, 20).map(({ title, matches = [] }) => ({
      text: escaped(title).slice(0, 1_000),
      ...(matches[0] && {
        detail: (matches[0].snippet ?? matches[0].text ?? '').slice(0, 1_000) || title.slice(0, 1_000),
      }),
    })),
    empty_text: 'No document says anything about it.',
  })
}

/** Which tool reads which file. */
const readers: Readonly<Record<string, string>> = {
  '.pdf': 'READ_PDF',
  '.docx': 'READ_DOCX',
  '.xlsx': 'READ_XLSX',
  '.xls': 'READ_XLSX',
  '.ods': 'READ_XLSX',
  '.pptx': 'READ_PPTX',
}
const PREVIEW = 20_000

async function openFile(deps: MachineDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const path = textOf(slots, 'path') ?? (await findFile(deps, understood))
  if (path === undefined) return
  const data = await call(deps, understood, {
    action: readers[extname(path).toLowerCase()] ?? 'READ_FILE',
    args: { path },
  })
  if (!data) return
  const name = basename(path)
  const text = ['content', 'markdown', 'text']
    .map((member) => data[member])
    .find((value): value is string => typeof value === 'string')
  voice.add({ type: 'file', name: name.slice(0, 300), path: textOf(data, 'path') ?? path })
  if (text !== undefined)
    voice.add({
      type: 'code',
      code: text.slice(0, PREVIEW),
      filename: name.slice(0, 300),
      wrap: true,
    })
  const rows = data['rows']
  if (Array.isArray(rows) && rows.length > 0)
    voice.add({
      type: 'code',
      code: JSON.stringify(rows.slice(0, 50), null, 1).slice(0, PREVIEW),
      language: 'json',
      filename: name.slice(0, 300),
    })
}

/** A name without a folder: the one file of that name, or a choice. */
async function findFile(deps: MachineDeps, understood: Understood): Promise<string | undefined> {
  const name = textOf(understood.slots, 'name')!
  const data = await call(deps, understood, { action: 'SEARCH_FILES', args: { query: name } })
  if (!data) return undefined
  const files = (Array.isArray(data['results']) ? data['results'] : []) as readonly FoundFile[]
  const exact = files.filter(({ path }) => basename(path).toLowerCase() === name.toLowerCase())
  if (exact.length === 1) return exact[0]!.path
  understood.voice.say(files.length === 0 ? `There is no file called ${name}.` : 'Which one?')
  if (files.length > 0) showFiles(understood, files, name)
  return undefined
}

/** Names of files are not Markdown. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`)
}
