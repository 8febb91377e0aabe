/** As many as a sentence names. */
export const MAX_NAMED = 3

export function firstTitles(entries: readonly { readonly title: string }[]): string {
  const titles = entries.slice(0, MAX_NAMED).map(({ title }) => title)
  return titles.join('; ') || 'Nothing new.'
}
