import type { StoredOf } from '../schemas.ts'

type Bookmark = StoredOf<'bookmarks'>['bookmarks'][number]

/** What was typed as an address; `example.com` is one, too. Undefined when it is none. */
export function readAddress(text: string): string | undefined {
  const given = text.trim()
  if (/^(?:mailto|tel):\S+$/i.test(given)) return given
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`)
  return url && url.hostname.includes('.') && !/\s/.test(given) ? url.href : undefined
}

/** The folders by name, those without one last. */
export function byFolder(
  bookmarks: readonly Bookmark[],
): { folder: string | undefined; items: Bookmark[] }[] {
  const folders = Map.groupBy(bookmarks, ({ folder }) => folder)
  return [...folders]
    .map(([folder, items]) => ({ folder, items }))
    .sort((one, other) =>
      one.folder === undefined ? 1 : other.folder === undefined ? -1 : one.folder.localeCompare(other.folder),
    )
}

export function hostOf(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') || url
}
