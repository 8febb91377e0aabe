import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import domino, { type DominoDocument, type DominoElement } from '@mixmark-io/domino'
import { Readability } from '@mozilla/readability'
import { decodeText } from '../upstream/decode-text.ts'
import { assertShallow } from './html-depth.ts'
import { markdownOfHtml } from './html-markdown.ts'
import { declaredEncoding } from './plain-text.ts'
import type { WebPage, WebPageOrder } from './reader-orders.ts'

/** Beyond these, looking for what a page is about takes longer than reading all of it. */
const maxElements = 30_000
const deepestSearched = 100
/** An article shorter than this is a caption or a notice about cookies, not what the page is about. */
const minArticleLength = 250

/** What a page is about, or all of it, as Markdown with whole addresses. Runs in the child that parses documents. */
export async function readWebPage({ path, address, charset, whole }: WebPageOrder): Promise<WebPage> {
  const label = `"${basename(path)}"`
  const bytes = await readFile(path)
  const html = decodeText(bytes, charset, charsetInside(bytes)).replaceAll('\0', '')
  assertShallow(html, label)
  const document = openDocument(html, address)
  const about = { title: document.title, language: document.documentElement?.getAttribute('lang') ?? null }
  const everything = document.body?.innerHTML ?? ''
  const article = whole ? undefined : articleIn(document)
  const { markdown } = markdownOfHtml(article?.content ?? everything, label)
  return {
    author: null,
    site: null,
    publishedAt: null,
    ...about,
    ...article?.told,
    isWhole: !article,
    markdown,
  }
}

interface Article {
  readonly content: string
  readonly told: Pick<WebPage, 'author' | 'site' | 'publishedAt'> & { readonly title?: string }
}

/** What the page is about; undefined when nothing on it stands out. */
function articleIn(document: DominoDocument): Article | undefined {
  if (isTooMuchToSearch(document)) return undefined
  const found = searched(document)
  if (!found?.content || (found.textContent ?? '').trim().length < minArticleLength) return undefined
  const { title, content, byline = null, siteName = null, publishedTime = null } = found
  const told = { author: byline, site: siteName, publishedAt: publishedTime, ...(title && { title }) }
  return { content, told }
}

/** A page on which the search stumbles is still a page: all of it is read then. */
function searched(document: DominoDocument): ReturnType<Readability['parse']> {
  try {
    return new Readability(document).parse()
  } catch {
    return null
  }
}

/** Whoever can find this word byte by byte has no wide encoding before them, whatever it says. */
function charsetInside(bytes: Buffer): string | null {
  const declared = declaredEncoding(bytes) ?? null
  return declared?.startsWith('utf-16') ? 'utf-8' : declared
}

function openDocument(html: string, address: string): DominoDocument {
  makeListsIterable()
  const document = domino.createDocument(html, true)
  const base = URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', address)
  const from = base && /^https?:$/.test(base.protocol) ? base.href : address
  for (const name of ['baseURI', 'documentURI']) Object.defineProperty(document, name, { value: from })
  removeUnseen(document)
  for (const link of Array.from(document.querySelectorAll('a[href], area[href]'))) makeAbsolute(link, from)
  return document
}

/** Readability walks over lists, which this DOM does not allow by itself. The process ends with the page. */
function makeListsIterable(): void {
  const document = domino.createDocument('<p>')
  const { body } = document
  const lists = [
    document.querySelectorAll('p'),
    document.getElementsByTagName('p'),
    document.childNodes,
    ...(body ? [body.children, body.attributes] : []),
  ]
  for (const list of lists) {
    const prototype = Object.getPrototypeOf(list) as { [Symbol.iterator]?: unknown }
    prototype[Symbol.iterator] ??= Array.prototype[Symbol.iterator]
  }
}

/** What no reader of the page sees is not read either: orders to a model like to hide there. */
function removeUnseen(document: DominoDocument): void {
  const unseen =
    'script, style, template, [hidden], [aria-hidden="true"]:not(svg), [style*="display"], [style*="visibility"]'
  for (const element of Array.from(document.querySelectorAll(unseen))) {
    const style = element.getAttribute('style') ?? ''
    const isSeen =
      style !== '' &&
      element.getAttribute('hidden') === null &&
      element.getAttribute('aria-hidden') !== 'true' &&
      !/display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
    if (!isSeen) element.remove()
  }
}

function makeAbsolute(link: DominoElement, from: string): void {
  const href = link.getAttribute('href') ?? ''
  const url = URL.parse(href, from)
  if (href.startsWith('#') || !url || !/^(?:https?|mailto|tel):$/.test(url.protocol))
    link.removeAttribute('href')
  else link.setAttribute('href', url.href)
}

function isTooMuchToSearch(document: DominoDocument): boolean {
  let elements = 0
  let level = document.body ? [document.body] : []
  for (let depth = 0; level.length > 0; depth += 1) {
    elements += level.length
    if (depth > deepestSearched || elements > maxElements) return true
    level = level.flatMap((element) => Array.from(element.children))
  }
  return false
}
