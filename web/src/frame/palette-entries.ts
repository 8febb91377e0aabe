import { pageList } from './rail.tsx'
import type { Theme } from './theme.ts'
import type { Shell } from './shell.ts'

export interface PaletteEntry {
  readonly key: string
  readonly group: 'Pages' | 'Do' | 'Widgets' | 'Tools' | 'Workflows' | 'Conversations' | 'Settings'
  readonly title: string
  readonly detail: string
  readonly run: () => void
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** What is there without asking anybody. */
export function ownEntries({ router, theme, layer, chat }: Shell): PaletteEntry[] {
  return [
    ...pageList.map(({ page, label }) => ({
      key: `page:${page}`,
      group: 'Pages' as const,
      title: label,
      detail: 'Page',
      run: () => router.go(page),
    })),
    {
      key: 'do:new',
      group: 'Do',
      title: 'New conversation',
      detail: 'Ctrl Shift O',
      run: () => {
        void chat.open(undefined)
        router.go('chat')
      },
    },
    ...THEMES.map((name) => ({
      key: `theme:${name}`,
      group: 'Do' as const,
      title: `Use the ${name} theme`,
      detail: 'Appearance',
      run: () => theme.set(name),
    })),
    { key: 'do:inbox', group: 'Do', title: 'Show what needs me', detail: 'i', run: () => layer.set('tray') },
    {
      key: 'do:api',
      group: 'Do',
      title: 'Open the API documentation',
      detail: 'For programs',
      run: () => location.assign('/docs'),
    },
    { key: 'do:keys', group: 'Do', title: 'Show the keys', detail: '?', run: () => layer.set('shortcuts') },
  ]
}

/** What the service has. A part that does not answer is left out; the others are still found. */
export async function serviceEntries(shell: Shell): Promise<PaletteEntry[]> {
  const parts = await Promise.allSettled([
    widgets(shell),
    tools(shell),
    workflows(shell),
    conversations(shell),
    settings(shell),
  ])
  return parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []))
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
  return list.map(({ name, description }) => ({
    key: `setting:${name}`,
    group: 'Settings',
    title: name,
    detail: description,
    run: () => router.go('settings', name),
  }))
}

function words(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text[0]!.toUpperCase() + text.slice(1)
}

/** Those that have every word, the ones whose title begins with the first word before the others. */
export function matching(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return entries.filter(({ group }) => group === 'Pages' || group === 'Do')
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 60)
    .map(({ entry }) => entry)
}

function scoreOf({ title, detail, group }: PaletteEntry, wanted: readonly string[]): number {
  const name = title.toLowerCase()
  const all = `${name} ${group.toLowerCase()} ${detail.toLowerCase()}`
  if (!wanted.every((word) => all.includes(word))) return 0
  return wanted.reduce(
    (sum, word) =>
      sum + (name.startsWith(word) ? 8 : name.includes(` ${word}`) ? 4 : name.includes(word) ? 2 : 1),
    0,
  )
}
