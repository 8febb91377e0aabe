/** The folder that a text names, with a slash at its end, and what stands behind it. */
export function splitPath(text: string): { readonly folder: string; readonly rest: string } {
  if (text === '~') return { folder: '~/', rest: '' }
  const end = text.lastIndexOf('/') + 1
  return end === 0 ? { folder: '~/', rest: text } : { folder: text.slice(0, end), rest: text.slice(end) }
}

/** The folder around a folder, both with a slash at their ends; undefined at the top. `home` is what `~` stands for. */
export function parentOf(folder: string, home: string | undefined): string | undefined {
  if (folder === '/') return undefined
  if (folder === '~/') return home === undefined ? undefined : splitPath(home).folder
  return splitPath(folder.replace(/\/+$/, '')).folder
}

/** As a tool takes it: without a slash at the end. */
export function chosenPath(text: string): string {
  const path = text.trim().replace(/(?<=.)\/+$/, '')
  return path === '' ? '~' : path
}

const MAX_RECENT = 6

/** The folder comes first, once. */
export function withRecent(folders: readonly string[], folder: string): readonly string[] {
  return [folder, ...folders.filter((one) => one !== folder)].slice(0, MAX_RECENT)
}
