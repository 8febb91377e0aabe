import type { Token, Tokens } from 'marked'
import { memo, Suspense, use, useRef, type ReactNode, createContext, useLayoutEffect } from 'react'
import { DrawBoundary } from '../draw-boundary.tsx'
import { Heading } from '../heading.tsx'
import { lazyPart } from '../lazy-part.ts'
import { outlineOf } from '../outline.ts'
import { CodeBlock } from './code-block.tsx'
import { blocksOf, inlineTokens, NO_BLOCKS, withClosedMarks } from './markdown-blocks.ts'
import { isMath, type MathToken } from './math-tokens.ts'
import { safeAddress } from './safe-address.ts'

const Formula = lazyPart(async () => (await import('./math.tsx')).Formula)

/** Whether the text around is being written, or was when it was first drawn. */
const GrowingContext = createContext(false)

/** Markdown as elements: nothing in it is ever HTML. `growing` is for a text that is still being written. */
export function Markdown({ text, growing = false }: { text: string; growing?: boolean }) {
  const before = useRef(NO_BLOCKS)
  const blocks = blocksOf(growing ? withClosedMarks(text) : text, before.current)
  before.current = blocks
  const levels = outlineOf(blocks.tokens.map(headingSize))
  // When it ends, as when it is stopped, its words stay where they were written.
  const grew = useRef(growing)
  return (
    <GrowingContext value={grew.current}>
      <div className="prose">
        {blocks.tokens.map((token, index) => (
          <Block key={index} token={token} below={levels[index]} />
        ))}
      </div>
    </GrowingContext>
  )
}

/** Markdown of one line: marks and links, no blocks. */
export function InlineMarkdown({ text }: { text: string }) {
  return <Inline tokens={inlineTokens(text)} />
}

/** Drawn again only when its own text changed, however often the whole grows. */
const Block = memo(
  function Block({ token, below }: { token: Token; below?: number | undefined }): ReactNode {
    if (token.type === 'heading') return drawHeading(token as Tokens.Heading, below)
    return drawBlock(token)
  },
  (before, after) =>
    before.token.raw === after.token.raw &&
    before.token.type === after.token.type &&
    before.below === after.below,
)

function drawBlock(token: Token): ReactNode {
  if (isMath(token)) return drawFormula(token)
  switch (token.type) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Inline tokens={token.tokens ?? []} />
        </p>
      )
    case 'code':
      return <CodeBlock code={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? 'text'} />
    case 'blockquote':
      return (
        <blockquote>
          {(token.tokens ?? []).map((inner, index) => (
            <Block key={index} token={inner} />
          ))}
        </blockquote>
      )
    case 'list':
      return drawList(token as Tokens.List)
    case 'table':
      return drawTable(token as Tokens.Table)
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    default:
      return 'tokens' in token && token.tokens ? <Inline tokens={token.tokens} /> : <p>{token.raw}</p>
  }
}

/** Until its code has come, and where it cannot, one reads what was written. */
function drawFormula({ text, raw, isDisplay }: MathToken): ReactNode {
  const written = <code>{raw.trim()}</code>
  const formula = (
    <DrawBoundary onFailure={() => {}} instead={() => written}>
      <Suspense fallback={written}>
        <Formula tex={text} isDisplay={isDisplay} raw={raw.trim()} />
      </Suspense>
    </DrawBoundary>
  )
  if (!isDisplay) return formula
  return (
    <span className="fading-x block overflow-x-auto" tabIndex={0} role="group" aria-label="Formula">
      {formula}
    </span>
  )
}

function headingSize(token: Token): number | undefined {
  return token.type === 'heading' ? (token as Tokens.Heading).depth : undefined
}

function drawHeading({ depth, tokens }: Tokens.Heading, below: number | undefined) {
  return (
    <Heading below={below} dir="auto" data-depth={depth}>
      <Inline tokens={tokens} />
    </Heading>
  )
}

function drawList({ ordered, start, items }: Tokens.List) {
  const drawn = items.map((item, index) => (
    <li key={index} dir="auto" className={item.task ? 'task' : undefined}>
      {item.task && (
        <input
          type="checkbox"
          checked={item.checked === true}
          disabled
          aria-label={item.checked ? 'Done' : 'Open'}
        />
      )}
      {item.tokens
        .filter(({ type }) => type !== 'checkbox')
        .map((token, place) =>
          token.type === 'text' ? (
            <Inline key={place} tokens={(token as Tokens.Text).tokens ?? []} />
          ) : (
            <Block key={place} token={token} />
          ),
        )}
    </li>
  ))
  return ordered ? <ol start={start === '' ? 1 : start}>{drawn}</ol> : <ul>{drawn}</ul>
}

function drawTable({ header, rows }: Tokens.Table) {
  return (
    <div className="fading-x overflow-x-auto" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col" data-align={cell.align ?? undefined}>
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place} data-align={cell.align ?? undefined}>
                  <Inline tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Inline({ tokens }: { tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => <Mark key={index} token={token} />)
}

function Mark({ token }: { token: Token }): ReactNode {
  const growing = use(GrowingContext)
  if (isMath(token)) return drawFormula(token)
  const inner = 'tokens' in token && token.tokens ? <Inline tokens={token.tokens} /> : null
  switch (token.type) {
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <del>{inner}</del>
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>
    case 'br':
      return <br />
    case 'link':
      return <TextLink href={(token as Tokens.Link).href}>{inner}</TextLink>
    // A picture from elsewhere would tell its host who reads, so it is only led to.
    case 'image':
      return (
        <TextLink href={(token as Tokens.Image).href}>{(token as Tokens.Image).text || 'picture'}</TextLink>
      )
    case 'text':
      return inner ?? drawWords(unescaped((token as Tokens.Text).text), growing)
    case 'escape':
      return (token as Tokens.Escape).text
    default:
      return token.raw
  }
}

function drawWords(words: string, growing: boolean): ReactNode {
  return growing ? <GrowingText text={words} /> : words
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const address = safeAddress(href)
  if (address === undefined) return <>{children}</>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity]!)
}

/** A longer piece of text is painted anew as a whole with every word that comes to it. */
const MAX_PIECE = 400

/**
 * What comes is put behind what stands there already. Written anew with every word, a long paragraph would be laid out anew
 * as a whole, and what somebody has selected in it would be lost.
 */
function GrowingText({ text }: { text: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const written = useRef('')
  useLayoutEffect(() => {
    const span = place.current!
    if (!text.startsWith(written.current)) span.textContent = text
    else write(span, text.slice(written.current.length))
    written.current = text
  }, [text])
  return <span ref={place} />
}

function write(span: HTMLSpanElement, more: string): void {
  const last = span.lastChild as Text | null
  if (last && last.length < MAX_PIECE) last.appendData(more)
  else if (more !== '') span.append(more)
}
