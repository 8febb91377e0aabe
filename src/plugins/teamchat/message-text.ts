/** Text as Slack wants it: without this, a name in angle brackets would call everybody in the channel. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const mention = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g

export function mentionedIn(text: string): string[] {
  return [...text.matchAll(mention)].map(([, id]) => id!)
}

/** A message as a person reads it: names for ids, links written out. */
export function readable(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(mention, (_, id: string) => `@${names.get(id) ?? id}`)
    .replaceAll(/<#([A-Z0-9]+)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => `#${name || id}`)
    .replaceAll(/<!([^>|]+)(?:\|([^>]*))?>/g, (_, what: string, label?: string) => label ?? `@${what}`)
    .replaceAll(/<([a-z][^>|\s]*)\|([^>]*)>/gi, (_, url: string, label: string) =>
      label === '' || url.endsWith(label) ? url : `${label} (${url})`,
    )
    .replaceAll(/<([a-z][^>|\s]*)>/gi, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
