import { pageList } from './rail.tsx'
import type { Theme } from './theme.ts'
import type { Shell } from './shell.ts'

export interface PaletteEntry {
  readonly key: string
  readonly group:
    | 'Answer'
    | 'Recent'
    | 'Pages'
    | 'Do'
    | 'Widgets'
    | 'Tools'
    | 'Workflows'
    | 'Conversations'
    | 'Settings'
    | 'Files'
    | 'Ask'
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

/** What is offered before anything is typed: what one did and talked about last, pages, and things to do. */
export function beginning(entries: readonly PaletteEntry[], recent: readonly PaletteEntry[]): PaletteEntry[] {
  const keys = new Set(recent.map(({ key }) => key))
  const others = entries.filter(({ key }) => !keys.has(key))
  const talks = others.filter(({ group }) => group === 'Conversations').slice(0, MAX_TALKS)
  return [...recent, ...talks, ...others.filter(({ group }) => group === 'Pages' || group === 'Do')]
}

const MAX_TALKS = 4

/** Says it in the conversation: whatever was typed leads somewhere. */
export function askEntry({ context }: Shell, message: string): PaletteEntry {
  return {
    key: `ask:${message}`,
    group: 'Ask',
    title: `Ask Deskhand “${message}”`,
    detail: 'In the conversation',
    run: () => context.say(message),
  }
}

/** Those that have every word, the ones whose title begins with the first word before the others. */
export function matching(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
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
