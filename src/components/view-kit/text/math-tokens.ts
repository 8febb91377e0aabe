import type { MarkedExtension, Token, Tokens } from 'marked'

/** A formula in a text, in the words of TeX. */
export interface MathToken extends Tokens.Generic {
  readonly type: 'math'
  readonly text: string
  /** On a line of its own. */
  readonly isDisplay: boolean
}

export function isMath(token: Token): token is MathToken {
  return token.type === 'math'
}

const DISPLAY = /^ {0,3}(?:\$\$([^$]+?)\$\$|\\\[([^]+?)\\\])[ \t]*(?:\n+|$)/
const BRACKETED = /^(?:\$\$([^$\n]+?)\$\$|\\\[([^\n]+?)\\\])/
const PARENTHESES = /^\\\((.+?)\\\)/s
/** As in Pandoc: no space inside of the signs, and nothing behind the second that would make it the sign of a price. */
const DOLLARS = /^\$(?![\s$])((?:\\.|[^\\$\n])+?)(?<!\s)\$(?![\p{L}\d$])/u
const NEXT = /(?<![\p{L}\d\\$])\$(?=[^\s\d$]|\d)|\$\$|\\[([]/u

/** What only begins like a formula: a sum of money and the words up to the next one. */
const MONEY = /^[\d.,]+(?:\s|[-–—/]\s?[\p{L}$]|[a-z]{2,}|%)/iu
const OF_MATH = /[\\^_={}<>]|^[\d\s.,+*/()|!:−×·-]+$/

/** `$…$`, `$$…$$`, `\(…\)` and `\[…\]` as tokens; "$5 and $10" stays money. */
export const mathExtension: MarkedExtension = {
  extensions: [
    {
      name: 'math',
      level: 'block',
      start: (text) => text.match(/^ {0,3}(?:\$\$|\\\[)/m)?.index,
      tokenizer: (text) => formula(DISPLAY.exec(text), true),
    },
    {
      name: 'math',
      level: 'inline',
      start: (text) => NEXT.exec(text)?.index,
      tokenizer(text) {
        const whole = formula(BRACKETED.exec(text), true) ?? formula(PARENTHESES.exec(text), false)
        if (whole) return whole
        const found = DOLLARS.exec(text)
        return found && isFormula(found[1]!) ? formula(found, false) : undefined
      },
    },
  ],
}

function isFormula(text: string): boolean {
  return !MONEY.test(text) || OF_MATH.test(text)
}

function formula(found: RegExpExecArray | null, isDisplay: boolean): MathToken | undefined {
  const text = (found?.[1] ?? found?.[2])?.trim()
  return found && text ? { type: 'math', raw: found[0], text, isDisplay } : undefined
}

/** Whether a block begins a formula whose end has not come yet: what follows may belong to it. */
export function opensFormula(raw: string): boolean {
  const text = raw.trimStart()
  if (text.startsWith('$$')) return !text.slice(2).includes('$$')
  return text.startsWith(String.raw`\[`) && !text.includes(String.raw`\]`)
}
