import { copyText } from '../../../src/components/view-kit/card.tsx'
import { ownTimeZone } from '../../../src/contract/text/time-zone.ts'
import type { PaletteEntry } from './palette-entries.ts'
import type { Shell } from './shell.ts'

const PARTS = [widgets, tools, workflows, conversations, settings]
const WAITS_MS = [250, 1_000, 4_000]

/**
 * Tells what the service has whenever a part of it has arrived, always in the same order, and ends with the last one. A
 * part that fails is asked for again a few times, then left out: the others are still found.
 */
export async function loadEntries(
  shell: Shell,
  onFound: (entries: readonly PaletteEntry[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const found = PARTS.map((): readonly PaletteEntry[] => [])
  const load = async (part: (typeof PARTS)[number], index: number) => {
    found[index] = await loadAgain(() => part(shell), signal)
    if (!signal.aborted) onFound(found.flat())
  }
  await Promise.all(PARTS.map(load))
}

async function loadAgain(load: () => Promise<PaletteEntry[]>, signal: AbortSignal): Promise<PaletteEntry[]> {
  for (const wait of WAITS_MS) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (signal.aborted) return []
    }
  }
  return load().catch(() => [])
}

async function widgets({ service, context }: Shell): Promise<PaletteEntry[]> {
  const { components } = await service.call('GET /api/components')
  return components
    .filter(({ tier }) => tier > 0)
    .map(({ type, summary }) => ({
      key: `widget:${type}`,
      group: 'Widgets',
      title: words(type),
      detail: summary,
      run: () => context.say(words(type)),
    }))
}

async function tools({ service, router }: Shell): Promise<PaletteEntry[]> {
  const { tools: list } = await service.call('GET /api/tools')
  return list.map(({ action, title, description }) => ({
    key: `tool:${action}`,
    group: 'Tools',
    title,
    detail: `${action} · ${description}`,
    run: () => router.go('tools', action),
  }))
}

async function workflows({ service, router }: Shell): Promise<PaletteEntry[]> {
  const { workflows: list } = await service.call('GET /api/workflows', { query: { limit: 50 } })
  return list.map(({ workflow_id, name, status }) => ({
    key: `workflow:${workflow_id}`,
    group: 'Workflows',
    title: name ?? workflow_id,
    detail: status,
    run: () => router.go('flows', workflow_id),
  }))
}

async function conversations({ service, router }: Shell): Promise<PaletteEntry[]> {
  const { chats } = await service.call('GET /api/chats', { query: { limit: 50 } })
  return chats.map(({ session_id, title, preview }) => ({
    key: `chat:${session_id}`,
    group: 'Conversations',
    title,
    detail: preview,
    run: () => router.go('chat', session_id),
  }))
}

async function settings({ service, router }: Shell): Promise<PaletteEntry[]> {
  const { settings: list } = await service.call('GET /api/settings/schema')
  return list.map(({ name, label, group, description }) => ({
    key: `setting:${name}`,
    group: 'Settings',
    title: `${group}: ${label}`,
    detail: `${name} · ${description}`,
    run: () => router.go('settings', name),
  }))
}

function words(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text[0]!.toUpperCase() + text.slice(1)
}

/** How the chat understands what is typed: the result where it is worked out, else what would be done. */
export async function understoodEntry(
  { service, context }: Shell,
  message: string,
  signal: AbortSignal,
): Promise<PaletteEntry | undefined> {
  const query = { message, time_zone: ownTimeZone(), locale: navigator.language }
  const { intent, label, answer } = await service.call('GET /api/understand', { query, signal })
  if (intent === null || label === null) return undefined
  if (answer !== null)
    return {
      key: `answer:${message}`,
      group: 'Answer',
      title: answer,
      detail: `${label} · Enter copies it`,
      run: () => void copyText(answer, context.announce),
    }
  return {
    key: `say:${message}`,
    group: 'Do',
    title: message,
    detail: label,
    run: () => context.say(message),
  }
}

const MAX_FILES = 6

interface FoundFile {
  readonly path: string
  readonly name: string
  readonly type: string
}

/** Files and folders whose names have the words; the chat opens them. */
export async function fileEntries(
  { service, context }: Shell,
  query: string,
  signal: AbortSignal,
): Promise<PaletteEntry[]> {
  const body = { tool_name: 'SEARCH_FILES', args: { query, limit: MAX_FILES } }
  const { data } = await service.call('POST /execute_tool', { body, signal })
  const { results = [], matched_by } = (data ?? {}) as { results?: FoundFile[]; matched_by?: string }
  return results.map(({ path, name, type }) => ({
    key: `file:${path}`,
    group: 'Files',
    title: name,
    detail: `${type === 'folder' ? 'Folder' : 'File'} · ${matched_by === 'similar' ? 'similar name · ' : ''}${path}`,
    run: () => context.say(`open "${path}"`),
  }))
}
