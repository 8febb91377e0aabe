/** How one chat writes what Markdown means. Each gets text that is already safe in it. */
export interface Dialect {
  readonly plain: (text: string) => string
  readonly code: (code: string) => string
  readonly bold: (inner: string) => string
  readonly link: (label: string, url: string) => string
  /** How much of one text is written, where it is more than usual. */
  readonly longest?: number
}

/** Longer ones would be cut by the chat anyway; the patterns below may look at every place several times. */
const MAX_LENGTH = 3_800

/** Code, then links and pictures, then bold; whatever else Markdown can do stays as it is written. */
const PIECE =
  /```[^\n`]*\n?([^]*?)```|`([^`\n]+)`|!?\[([^\]\n]{0,300})\]\((https?:\/\/[^\s()<>|"]{1,2000})\)|\*\*(?=\S)([^\n*]+)\*\*|^#{1,6} +(.+)$/gm

/** Markdown of an answer in the words of a chat. A picture becomes a link: nothing is fetched by being read. */
export function writeMarkdown(markdown: string, dialect: Dialect): string {
  const text = shortened(markdown, dialect.longest)
  let written = ''
  let end = 0
  for (const found of text.matchAll(PIECE)) {
    const [whole, fence, span, label, url, bold, title] = found
    written += dialect.plain(text.slice(end, found.index))
    end = found.index + whole.length
    const code = fence ?? span
    if (code !== undefined) written += dialect.code(code)
    else if (url !== undefined) written += dialect.link(dialect.plain(label || url), url)
    else written += dialect.bold(dialect.plain((bold ?? title)!.replaceAll('**', '')))
  }
  return written + dialect.plain(text.slice(end))
}

export function shortened(text: string, longest = MAX_LENGTH): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`
}
