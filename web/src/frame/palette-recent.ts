import type { PaletteEntry } from './palette-entries.ts'
import type { Shell } from './shell.ts'

const KEY = 'deskhand.palette.recent'
const MAX_RECENT = 5

interface Recent extends Pick<PaletteEntry, 'key' | 'title' | 'detail'> {}

/** What was chosen here last, in this browser. What was said can be said again; what is gone is left out. */
export function recentEntries(known: readonly PaletteEntry[], { context }: Shell): PaletteEntry[] {
  return readRecent().flatMap((recent): PaletteEntry[] => {
    const entry = known.find(({ key }) => key === recent.key)
    if (entry) return [{ ...entry, group: 'Recent' }]
    const [, message] = /^(?:ask|say):(.+)$/s.exec(recent.key) ?? []
    const [, path] = /^file:(.+)$/s.exec(recent.key) ?? []
    const said = message ?? (path === undefined ? undefined : `open "${path}"`)
    return said === undefined ? [] : [{ ...recent, group: 'Recent', run: () => context.say(said) }]
  })
}

export function keepRecent({ key, title, detail }: PaletteEntry): void {
  // A result that was copied leads nowhere.
  if (key.startsWith('answer:')) return
  const others = readRecent().filter((one) => one.key !== key)
  try {
    localStorage.setItem(KEY, JSON.stringify([{ key, title, detail }, ...others].slice(0, MAX_RECENT)))
  } catch {
    // Where the browser keeps nothing, nothing is recent.
  }
}

function readRecent(): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as Recent[]) : []
  } catch {
    return []
  }
}
