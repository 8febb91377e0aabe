import { Marked, type Tokens } from 'marked'
import { readPicture } from './guide-files.ts'
import { generatedPages } from './contents.ts'
import { anchorsOf } from './anchors.ts'
import { markup } from './markup.ts'

/** A part of a guide, from one heading to the next. */
export interface GuideSection {
  readonly anchor: string
  readonly heading: string
  readonly depth: number
  /** What it says, without markup. */
  readonly text: string
}

/** What each guide is called, by its name. */
export type Titles = ReadonlyMap<string, string>

export interface Guide {
  readonly title: string
  readonly html: string
  readonly sections: readonly GuideSection[]
}

/** Reads a guide. The guides are ours: raw HTML in them is shown as text all the same. */
export async function renderGuide(markdown: string, titles: Titles): Promise<Guide> {
  const marked = new Marked({ gfm: true })
  const pictures = await picturesIn(markdown)
  marked.use({ renderer: rendererFor({ pictures, titles, anchor: anchorsOf() }) })
  const tokens = marked.lexer(markdown)
  const sections = sectionsOf(tokens)
  return { title: sections[0]?.heading ?? '', html: marked.parser(tokens), sections }
}

function sectionsOf(tokens: readonly Tokens.Generic[]): GuideSection[] {
  const anchor = anchorsOf()
  const sections: { anchor: string; heading: string; depth: number; text: string }[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plain(token)
      sections.push({ anchor: anchor(heading), heading, depth: Number(token['depth']), text: '' })
    } else if (sections.length > 0) sections.at(-1)!.text += `${plain(token)} `
  }
  return sections
}

interface Rendering {
  readonly titles: Titles
  readonly pictures: ReadonlyMap<string, string>
  readonly anchor: (heading: string) => string
}

function rendererFor({ pictures, titles, anchor }: Rendering): object {
  return {
    heading({ tokens, depth, ...token }: Tokens.Heading) {
      const id = markup(anchor(plain({ tokens, ...token })))
      const inner = (this as unknown as Parsing).parser.parseInline(tokens)
      const link =
        depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
      return `<h${depth} id="${id}">${inner}${link}</h${depth}>\n`
    },
    link({ href, text, tokens }: Tokens.Link) {
      // In the files a link has the name of the file, which says little on a page.
      const title = titles.get(text.replace(/\.md$/, ''))
      const inner =
        title === undefined ? (this as unknown as Parsing).parser.parseInline(tokens) : markup(title)
      const target = addressOf(href)
      return target === undefined ? inner : `<a href="${markup(target)}">${inner}</a>`
    },
    image: ({ href, text }: Tokens.Image) =>
      `<img src="${pictures.get(href) ?? ''}" alt="${markup(text)}" loading="lazy" />`,
    html: ({ text }: Tokens.HTML) => markup(text),
    code: ({ text, lang = '' }: Tokens.Code) => codeBlock(text, lang),
    table({ header, rows }: Tokens.Table) {
      const { parser } = this as unknown as Parsing
      const cells = (of: Tokens.TableCell[], tag: string) =>
        of.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag.split(' ')[0]}>`).join('')
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
      const head = `<thead><tr>${cells(header, 'th scope="col"')}</tr></thead>`
      return `<div class="wide" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
    },
  }
}

/** Behind the language stands what the tests do with it; a reader is told the name of a file, and what is an answer. */
function codeBlock(text: string, info: string): string {
  const [language = '', ...marks] = info.split(' ')
  const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
  const caption = file ?? (marks.includes('answer') ? 'Answer' : undefined)
  const block = `<pre tabindex="0" data-language="${markup(language)}"><code>${markup(text)}</code></pre>\n`
  return caption === undefined
    ? block
    : `<figure class="code"><figcaption>${markup(caption)}</figcaption>${block}</figure>\n`
}

interface Parsing {
  readonly parser: { parseInline(tokens: Tokens.Generic[]): string }
}

/** Where a link of a file leads to on the site; undefined for files that it does not have. */
function addressOf(href: string): string | undefined {
  if (/^(?:https?:|#|mailto:)/.test(href)) return href
  const [path = '', hash] = href.split('#')
  const name = /(?:^|\/)([\w-]+)\.md$/.exec(path)?.[1]
  if (name === undefined) return undefined
  const isElsewhere = /^[A-Z]/.test(name)
  if (isElsewhere) return undefined
  if (name === 'endpoints') return '/docs/api'
  const isHere = path === `${name}.md` || path === `reference/${name}.md` || generatedPages.has(name)
  return isHere ? `/docs/${name}${hash === undefined ? '' : `#${hash}`}` : undefined
}

async function picturesIn(markdown: string): Promise<ReadonlyMap<string, string>> {
  const paths = [...markdown.matchAll(/!\[[^\]]*\]\((pictures\/[\w-]+\.(?:png|webp|svg))\)/g)].map(
    (match) => match[1]!,
  )
  return new Map(await Promise.all(paths.map(async (path) => [path, await readPicture(path)] as const)))
}

/** The words of a token, without markup. */
function plain(token: Tokens.Generic): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [...header, ...rows.flat()].map((cell) => wordsOf(cell.tokens)).join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plain).join(' ')
  return token.tokens ? wordsOf(token.tokens) : String(token['text'] ?? ' ')
}

function wordsOf(tokens: readonly Tokens.Generic[]): string {
  return tokens.map(plain).join('')
}
