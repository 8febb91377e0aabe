import { escaped } from '../../../../platform/language/values/escaped.ts'
import { listNamed } from '../list-names.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { asSaid } from './as-said.ts'
import { firstMatch, present, trimmed, type SlotReader, type When } from './reader.ts'

const usualColumns = [
  'to do',
  'todo',
  'doing',
  'done',
  'in progress',
  'finished',
  'completed',
  'backlog',
  'review',
  'ideas',
  'testing',
  'blocked',
  'icebox',
  'next',
]

/** The word before "board" that names it: "my website board". */
const namedBefore =
  /\b(?:the|my|a|an|our|new|on|to|onto|in|of|from|off) "?((?!kanban|project|task|new|an?\b|my\b|the\b|our\b)[\p{L}\d-]+(?: (?!kanban|project)[\p{L}\d-]+)?)"? (?:(?:kanban |project )?board|kanban)\b/iu

function boardIn(text: string) {
  const name = firstMatch(text, [
    /\bboard (?:called|named|titled) (?:the |my )?"([^"]+)"/i,
    /\bboard (?:called|named|titled|for|about) (?:the |my )?(.+?)(?: project)?(?:,? (?:with|having|under|in|to)\b.*)?$/i,
    namedBefore,
    /^(?:create|make|start|new|open|show)(?: me)?(?: an?| the| my)?(?: new)?(?: kanban)? board:? ((?!with\b)[\p{L}\d][\p{L}\d -]*?)(?: with\b.*)?$/iu,
    /^(?:create|make|start|new|open|show|delete|remove)(?: me)? ((?!kanban\b|an?\b|my\b|the\b|new\b)[\p{L}\d-]+) board\b/iu,
  ])
  return name === undefined ? undefined : listNamed(name)
}

/** A board to show or to begin, with its columns when they are named. */
export const readBoard: SlotReader = ({ text, lower }) => {
  const columns = /\bcolumns?:? (?:called |named )?(.+)$/i.exec(text)?.[1]
  return present({
    board: boardIn(text.replace(/,? (?:with|having)(?: the)?(?: \w+)? columns?\b.*$/i, '')),
    columns:
      columns === undefined
        ? undefined
        : columns
            .split(/,\s*(?:and )?|\s+and\s+/i)
            .map((name) => trimmed(name).slice(0, 80))
            .filter((name) => name !== ''),
    create: /^(?:create|make|start|new|set up|begin|add)\b/.test(lower) ? true : undefined,
    all: /\bboards\b/.test(lower) ? true : undefined,
  })
}

function columnPattern({ kept }: When): string {
  const known = [...(kept?.('columns') ?? []), ...usualColumns]
  return [...new Set(known.map((name) => name.toLowerCase()))]
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')
}

/** A card for a board: what it says, on which board, in which column. */
export const readCard: SlotReader = (sentence, when) => {
  const { text, lower } = sentence
  if (/^(?:what|which|how|why|did|do|is|are|show|delete|remove|move)\b|\bnot\b/.test(lower)) return undefined
  const quoted = readQuoted(text)
  const bare =
    quoted === undefined ? text : text.replace(new RegExp(`["']?${escaped(quoted)}["']?`), '\u0001')
  const board = boardIn(bare)
  const { rest, column } = withoutColumn(withoutBoard(bare), when)
  const known = board === undefined ? (keptBoardBefore(rest, when) ?? keptBoardAtEnd(rest, when)) : undefined
  const card = quoted ?? cardIn(known?.rest ?? rest)
  if (card === '' || card.length > 300) return undefined
  return present({ board: board ?? known?.board, card: asSaid(sentence, card), column })
}

function withoutBoard(text: string): string {
  return text
    .replace(
      /,? ?\b(?:to|on|onto|in|of)(?: my| the| our)? "?[\p{L}\d-]*"?(?: [\p{L}\d-]+)? ?(?:kanban |project )?board\b/iu,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
}

function withoutColumn(text: string, when: When): { rest: string; column: string | undefined } {
  const at = new RegExp(
    String.raw`,? (?:to|under|in|into|on)(?: the)?(?: column)? "?(${columnPattern(when)})"?(?: column)?\s*$`,
    'i',
  ).exec(text)
  return { rest: at ? text.slice(0, at.index) : text, column: at?.[1] }
}

function cardIn(text: string): string {
  return trimmed(
    text.replace(
      /^(?:add|put|create|make|new)(?: an?| the)?(?: new)?(?: (?:card|ticket|task|item)\b)?(?: (?:called|named|titled|saying|for|to)\b)?:? ?/i,
      '',
    ),
  )
}

/** "add a card to Website: renew the certificate" */
function keptBoardBefore(text: string, when: When) {
  const [, head, name, card] =
    /^(.*\bcard) (?:to|on|onto|in|for) (?:my |the |our )?"?([\p{L}\d][\p{L}\d -]*?)"?: (\S.*)$/iu.exec(
      text,
    ) ?? []
  return keptBoard(name, card === undefined ? undefined : `${head} ${card}`, when)
}

/** "add card fix login to Website", where a board of that name is kept. */
function keptBoardAtEnd(text: string, when: When) {
  const [, rest, name] =
    /^(.+) (?:to|on|onto|in) (?:my |the |our )?"?([\p{L}\d][\p{L}\d -]*?)"?$/iu.exec(text) ?? []
  return keptBoard(name, rest, when)
}

function keptBoard(name: string | undefined, rest: string | undefined, { kept }: When) {
  if (rest === undefined || name === undefined) return undefined
  const isKept = (kept?.('boards') ?? []).some((board) => board.toLowerCase() === name.toLowerCase())
  const board = isKept ? listNamed(name) : undefined
  return board && { rest, board }
}

/** Which card goes to which column. */
export const readMove: SlotReader = ({ text }, when) => {
  const board = boardIn(text)
  const plain = text.replace(
    /,? (?:on|in|of|from)(?: my| the| our)? "?[\p{L}\d-]*"?(?: [\p{L}\d-]+)? ?board\b/iu,
    '',
  )
  const moved =
    new RegExp(
      String.raw`^(?:move|drag|shift|put|set|mark) (?:the |my )?(?:card |ticket )?(.+?) (?:over )?(?:from .+? )?(?:to|into|under|in|as) (?:the )?(?:column )?"?(${columnPattern(when)})"?(?: column)?$`,
      'i',
    ).exec(plain.trim()) ??
    /^(?:move|drag|shift) (?:the |my )?(?:card |ticket )?(.+?) (?:to|into) (?:the )?(?:column )?"?([\p{L}\d][\p{L}\d -]*?)"?(?: column)?$/iu.exec(
      plain.trim(),
    )
  if (!moved) return undefined
  return present({ board, card: readQuoted(text) ?? trimmed(moved[1]!), column: trimmed(moved[2]!) })
}

export const readCardToRemove: SlotReader = ({ text, lower }) => {
  const board = boardIn(text)
  if (/^\w+ (?:the |my |our )?(?:[\p{L}\d-]+ ){0,2}board$/u.test(lower) && board)
    return { board, whole: true }
  const card =
    readQuoted(text) ??
    firstMatch(text, [
      /^(?:delete|remove|take|archive|drop) (?:the |my )?(?:card |ticket )?(.+?) (?:from|off|off of|on) (?:the |my |our )?"?(?:[\p{L}\d-]+"? ){0,3}board$/iu,
      /^(?:delete|remove|archive|drop) (?:the |my )?(?:card|ticket) (?:called |named |for )?(.+)$/i,
    ])
  return card === undefined ? undefined : present({ board, card })
}
