import { glob, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { parseSync } from 'vite'

/**
 * `npm run sentences [-- folder…]` lists every sentence that a user can read, one a line, with file and line: what the page,
 * the terminal, the chat, errors, notifications and settings say, and the guides. Read the list as an editor would.
 */
const OURS = ['src', 'web', 'bin', 'docs', 'README.md', 'SECURITY.md', 'CHANGELOG.md']

/** Tests, what is built or generated, and what the router understands in other languages. */
const NOT_OURS =
  /\.test\.tsx?$|\.d\.ts$|(^|\/)(node_modules|dist)\/|(^|\/)docs\/reference\/|\/router\/languages\//

export interface Sentence {
  readonly line: number
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** What people say to the chat, which is input and not text of ours. */
const SAID_BY_PEOPLE = new Set([
  'templates',
  'wideTemplates',
  'example',
  'examples',
  'counterExamples',
  'phrases',
])

/** Attributes and properties that hold style, markup or names for programs. */
const FOR_PROGRAMS =
  /^(class(Name)?|style|d|viewBox|key|id|ref|type|role|href|src|path|pattern|accept|rel|media|font|transform|stroke\w*|points|gridTemplate\w*|transition|animation|\w*[sS]election|sql)$/

/** Functions whose arguments are for programs: queries, selectors, expressions, the log. */
const TAKES_NO_TEXT =
  /^(prepare|exec|sql|RegExp|querySelector(All)?|closest|matches|matchMedia|import|join|require|spawn|execFile|createElementNS|setAttribute|getPropertyValue)$/

async function list(asked: readonly string[]): Promise<void> {
  for (const root of asked.length === 0 ? OURS : asked) {
    for (const file of (await filesUnder(root)).toSorted())
      for (const { line, text } of sentencesIn(file, await readFile(file, 'utf8')))
        console.log(`${file}:${line}\t${text}`)
  }
}

async function filesUnder(root: string): Promise<string[]> {
  if (extname(root) !== '') return [root]
  const found = await Array.fromAsync(glob(`${root}/**/*.{ts,tsx,js,md,html}`))
  return found.filter((file) => !NOT_OURS.test(file))
}

export function sentencesIn(file: string, source: string): Sentence[] {
  if (file.endsWith('.md')) return paragraphsIn(source)
  if (file.endsWith('.html')) return textOfMarkup(source)
  return stringsIn(file, source)
}

/** Headings, items, table rows and paragraphs, without blocks of code. */
function paragraphsIn(source: string): Sentence[] {
  const sentences: Sentence[] = []
  let isCode = false
  let text = ''
  const close = (): void => {
    const line = source.slice(0, at).split('\n').length
    if (/[a-z]{2}/i.test(text)) sentences.push({ line, text })
    text = ''
  }
  let at = 0
  let position = 0
  for (const line of source.split('\n')) {
    const isFence = /^\s*(```|~~~)/.test(line)
    const startsAnew = /^\s*($|[-*|>#]|\d+\.)/.test(line)
    if (text !== '' && (isFence || startsAnew)) close()
    if (isFence) isCode = !isCode
    else if (!isCode && line.trim() !== '') {
      if (text === '') at = position
      text = `${text} ${line.trim()}`.trim()
    }
    position += line.length + 1
  }
  if (text !== '') close()
  return sentences
}

function textOfMarkup(source: string): Sentence[] {
  return [...source.matchAll(/>([^<]*[a-z]{2}[^<]*)</gi)].map((match) => ({
    line: lineAt(source, match.index + 1),
    text: oneLine(match[1] ?? ''),
  }))
}

function stringsIn(file: string, source: string): Sentence[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message ?? ''}`)
  const sentences: Sentence[] = []
  const visit = (node: Node): void => {
    if (isForPrograms(node)) return
    const text = textOf(node, source)
    if (text !== undefined && isSentence(text, node))
      sentences.push({ line: lineAt(source, node.start), text: oneLine(text) })
    // A joined text was taken whole; what stands inside `${…}` may hold further texts.
    for (const child of text === undefined ? childrenOf(node) : expressionsIn(node)) visit(child)
  }
  visit(program as unknown as Node)
  return sentences.toSorted((a, b) => a.line - b.line)
}

function isForPrograms(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return true
    case 'JSXAttribute':
      return FOR_PROGRAMS.test(nameOf(node['name']))
    case 'Property': {
      const name = nameOf(node['key'])
      return SAID_BY_PEOPLE.has(name) || (FOR_PROGRAMS.test(name) && isText(node['value'] as Node))
    }
    case 'CallExpression':
    case 'NewExpression':
      return TAKES_NO_TEXT.test(nameOf(node['callee']))
    case 'BinaryExpression':
      return node['operator'] !== '+'
    default:
      return node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)
  }
}

/** The words of a string, a template, a text of JSX or several of them joined with `+`; `…` stands for what is filled in. */
function textOf(node: Node, source: string): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'JSXText') return node['value'] as string
  if (node.type === 'TemplateLiteral') {
    const pieces = node['quasis'] as readonly { value: { cooked: string } }[]
    const filled = node['expressions'] as readonly Node[]
    return pieces.map(({ value }, index) => value.cooked + inserted(filled[index], source)).join('')
  }
  if (node.type !== 'BinaryExpression') return undefined
  const left = textOf(node['left'] as Node, source)
  const right = textOf(node['right'] as Node, source)
  if (left === undefined && right === undefined) return undefined
  return (left ?? inserted(node['left'] as Node, source)) + (right ?? inserted(node['right'] as Node, source))
}

function inserted(node: Node | undefined, source: string): string {
  return node === undefined
    ? ''
    : `{${oneLine(source.slice(node.start, node.end)).replaceAll(/[{}]/g, '').slice(0, 30)}}`
}

function expressionsIn(node: Node): readonly Node[] {
  if (node.type === 'TemplateLiteral') return node['expressions'] as readonly Node[]
  if (node.type !== 'BinaryExpression') return []
  return [node['left'] as Node, node['right'] as Node].flatMap((side) =>
    isText(side) ? expressionsIn(side) : [side],
  )
}

function isText({ type }: Node): boolean {
  return type === 'Literal' || type === 'TemplateLiteral' || type === 'BinaryExpression'
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([field, value]) => {
    if (field === 'key' || (field === 'test' && node.type === 'SwitchCase')) return []
    return (Array.isArray(value) ? value : [value]).filter(isNode)
  })
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  const name = node['name'] ?? node['value']
  return typeof name === 'string' ? name : ''
}

/** Two words or more, or one that is written as a label. */
function isSentence(text: string, { type }: Node): boolean {
  const words = text.trim().replaceAll(/\{[^}]*\}/g, ' ')
  if (!/\p{L}{2}/u.test(words)) return false
  if (type === 'JSXText') return true
  if (QUERY.test(words) || PATTERN.test(words) || isStyle(words)) return false
  return /^\p{Lu}\p{Ll}+\s*[.,:!?…]*$/u.test(words) || /\p{L}\S*\s+\S*\p{L}/u.test(words)
}

/** SQL, or an endpoint such as `GET /api/store/:key`. */
const QUERY =
  /^(SELECT|INSERT|UPDATE|DELETE FROM|CREATE|WITH|PRAGMA|ALTER|DROP) |^(GET|POST|PUT|PATCH|DELETE) \//

/** A regular expression, markup, or a value of CSS. */
const PATTERN = /\\[bsdpw]|^[<[(^]|[a-z]-\[|^--[a-z]|^(repeat|max|min|calc)\(|^M-?\d/

/** Names of CSS classes: no capitals, and most of them with a hyphen or a colon inside. */
function isStyle(words: string): boolean {
  const names = words.split(/\s+/)
  return (
    !/\p{Lu}|[.?!,]( |$)/u.test(words) &&
    names.filter((name) => /\w[-:]\S/.test(name)).length * 2 >= names.length
  )
}

function lineAt(source: string, position: number): number {
  return source.slice(0, position).split('\n').length
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

if (import.meta.main) await list(process.argv.slice(2))
