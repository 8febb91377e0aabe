import type { Component } from '../../contract/component-schema.ts'

/** As many entries as a chat shows. */
export const MAX_ENTRIES = 5
/** As many as a sentence names. */
export const MAX_NAMED = 3

export function prose(markdown: string): Component {
  return { type: 'text', text: markdown, format: 'markdown' }
}

export function linkedTitles(
  entries: readonly { title: string; url: string | null; beside?: string | null }[],
): Component {
  const lines = entries.slice(0, MAX_ENTRIES).map(({ title, url, beside = null }) => {
    const name = title.replaceAll(/[[\]]/g, '')
    return `- ${url === null ? name : `[${name}](${url})`}${beside === null ? '' : ` (${beside})`}`
  })
  return prose(lines.join('\n') || 'There is nothing new.')
}

export function firstTitles(entries: readonly { readonly title: string }[]): string {
  const titles = entries.slice(0, MAX_NAMED).map(({ title }) => title)
  return titles.join('; ') || 'There is nothing new.'
}
