import type { Dialect } from '../../../platform/correspondence/cards/markdown.ts'

/** As much of one text as eight messages hold. */
const LONGEST = 30_000

/** Text in a little HTML: what Telegram reads, and what other marks are made of. */
export const littleHtml: Dialect = {
  plain: escaped,
  code: (code) => (code.includes('\n') ? `<pre>${escaped(code)}</pre>` : `<code>${escaped(code)}</code>`),
  bold: (inner) => `<b>${inner}</b>`,
  link: (label, url) => `<a href="${escaped(url)}">${label}</a>`,
  longest: LONGEST,
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}
