import type { ReactNode } from 'react'

interface HighlightedProps {
  readonly code: string
  readonly language: string
  readonly draw: (content: ReactNode, index: number) => ReactNode
}

type Kind = 'comment' | 'string' | 'number' | 'keyword' | 'added' | 'removed' | 'hunk'

const WORDS =
  'abstract|and|as|assert|async|await|begin|bool|boolean|break|case|catch|char|class|const|continue|def|default|defer|del|do|done|double|' +
  'echo|elif|else|end|enum|esac|except|export|extends|extern|false|fi|final|finally|float|fn|for|foreach|from|func|function|' +
  'global|go|goto|if|impl|implements|import|in|int|interface|is|lambda|let|local|long|loop|match|mod|module|mut|namespace|new|' +
  'nil|not|null|of|or|package|pass|private|protected|pub|public|raise|readonly|return|select|self|short|static|string|struct|' +
  'super|switch|then|this|throw|throws|trait|true|try|type|typeof|undefined|unless|unsigned|until|use|using|var|void|when|where|' +
  'while|with|yield|None|True|False|SELECT|FROM|WHERE|INSERT|INTO|UPDATE|DELETE|JOIN|LEFT|GROUP|ORDER|BY|LIMIT|CREATE|TABLE|VALUES'

const HASH_COMMENTS =
  /^(?:python|py|ruby|rb|bash|sh|shell|zsh|fish|yaml|yml|toml|r|perl|dockerfile|makefile|ini|conf)$/i
const PLAIN = /^(?:text|txt|plain|log|output)?$/i

/** One small set of rules for most languages: comments, strings, numbers and the words that they share. */
export function Highlighted({ code, language, draw }: HighlightedProps): ReactNode {
  if (PLAIN.test(language)) return code.split('\n').map(draw)
  if (/^(?:diff|patch)$/i.test(language))
    return code.split('\n').map((line, index) => draw(diffLine(line), index))
  return linesOf(piecesOf(code, language)).map(draw)
}

function diffLine(line: string): ReactNode {
  const kind: Kind | undefined = line.startsWith('@@')
    ? 'hunk'
    : line.startsWith('+')
      ? 'added'
      : line.startsWith('-')
        ? 'removed'
        : undefined
  return kind ? <span data-code={kind}>{line}</span> : line
}

interface Piece {
  readonly text: string
  readonly kind: Kind | undefined
}

function piecesOf(code: string, language: string): Piece[] {
  const comment = HASH_COMMENTS.test(language)
    ? String.raw`(?<comment>(?<![\w$&])#[^\n]*)`
    : /^(?:sql|lua|haskell|hs)$/i.test(language)
      ? String.raw`(?<comment>--[^\n]*|\/\*[^]*?\*\/)`
      : /^(?:html|xml|svg|vue)$/i.test(language)
        ? String.raw`(?<comment><!--[^]*?-->)`
        : String.raw`(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)`
  const string = String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60(?:[^\x60\\]|\\.)*\x60)`
  const number = String.raw`(?<number>\b(?:0x[\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)\b)`
  const rules = new RegExp(`${comment}|${string}|${number}|(?<keyword>\\b(?:${WORDS})\\b)`, 'g')
  const pieces: Piece[] = []
  let at = 0
  for (const match of code.matchAll(rules)) {
    if (match.index > at) pieces.push({ text: code.slice(at, match.index), kind: undefined })
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as Kind
    pieces.push({ text: match[0], kind })
    at = match.index + match[0].length
  }
  return [...pieces, { text: code.slice(at), kind: undefined }]
}

function linesOf(pieces: readonly Piece[]): ReactNode[] {
  const lines: ReactNode[][] = [[]]
  for (const { text, kind } of pieces)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      const line = lines.at(-1)!
      if (part !== '')
        line.push(
          kind ? (
            <span key={line.length} data-code={kind}>
              {part}
            </span>
          ) : (
            part
          ),
        )
    }
  return lines
}
