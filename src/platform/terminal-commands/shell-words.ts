/** One command of a line: its words without quotes, and the files that it is sent to or fed from. */
export interface SimpleCommand {
  readonly words: readonly string[]
  readonly redirects: readonly { readonly operator: string; readonly target: string }[]
  /** Number of the pipeline it belongs to, from 0. */
  readonly pipeline: number
}

export interface ShellLine {
  readonly commands: readonly SimpleCommand[]
  /** The texts of `$(…)`, backticks and `<(…)`: lines of their own. */
  readonly nested: readonly string[]
  /** Whether the line is nothing but words, so that no shell is needed to run it. */
  readonly isPlain: boolean
}

/**
 * Reads a line roughly as a shell does: enough to see every command in it. What it cannot read makes the line not
 * plain, which is the careful answer.
 */
export function readShellLine(line: string): ShellLine {
  return new LineReader(line).read()
}

const OPERATORS = ['&&', '||', '|&', ';;', '|', ';', '&', '\n'] as const
const REDIRECTS = ['&>>', '&>', '<<<', '<<', '>>', '>|', '>&', '<>', '<&', '>', '<'] as const

class LineReader {
  readonly #line: string
  #at = 0
  #isPlain = true
  #pipeline = 0
  #word: string | undefined
  #words: string[] = []
  #redirects: { operator: string; target: string }[] = []
  #pending: string | undefined
  readonly #commands: SimpleCommand[] = []
  readonly #nested: string[] = []

  constructor(line: string) {
    this.#line = line.replaceAll(/\\\r?\n/g, '')
  }

  read(): ShellLine {
    while (this.#at < this.#line.length) this.#step()
    this.#endCommand()
    return { commands: this.#commands, nested: this.#nested, isPlain: this.#isPlain }
  }

  #step(): void {
    const character = this.#line[this.#at]!
    if (character === '\\') this.#escape()
    else if (character === "'") this.#singleQuoted()
    else if (character === '"') this.#doubleQuoted()
    else if (character === '`' || character === '$') this.#substitution()
    else if (/[ \t\r]/.test(character)) this.#blank()
    else if (character === '#' && this.#word === undefined) this.#comment()
    else if (!this.#redirect() && !this.#operator()) this.#plain(character)
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text
  }

  #plain(character: string): void {
    // Patterns and braces grow into other words.
    if ('*?[]{}()!'.includes(character) || (character === '~' && this.#word === undefined))
      this.#isPlain = false
    if ('(){}'.includes(character) && (character === '(' || character === ')' || this.#isLoneBrace())) {
      this.#endCommand()
      this.#at += 1
      return
    }
    this.#add(character)
    this.#at += 1
  }

  /** A brace that stands alone groups commands; inside of a word it is part of a pattern. */
  #isLoneBrace(): boolean {
    const next = this.#line[this.#at + 1]
    return this.#word === undefined && (next === undefined || /[\s;&|]/.test(next))
  }

  #escape(): void {
    this.#add(this.#line[this.#at + 1] ?? '')
    this.#at += 2
  }

  #singleQuoted(): void {
    const end = this.#line.indexOf("'", this.#at + 1)
    if (end === -1) this.#isPlain = false
    const stop = end === -1 ? this.#line.length : end
    this.#add(this.#line.slice(this.#at + 1, stop))
    this.#at = stop + 1
  }

  #doubleQuoted(): void {
    this.#add('')
    this.#at += 1
    while (this.#at < this.#line.length && this.#line[this.#at] !== '"') {
      const character = this.#line[this.#at]!
      if (character === '\\') this.#escape()
      else if (character === '`' || character === '$') this.#substitution()
      else {
        this.#add(character)
        this.#at += 1
      }
    }
    if (this.#at >= this.#line.length) this.#isPlain = false
    this.#at += 1
  }

  #substitution(): void {
    this.#isPlain = false
    const rest = this.#line.slice(this.#at)
    if (rest.startsWith('$(') || rest.startsWith('`')) {
      const [text, length] = rest.startsWith('`') ? backticked(rest) : bracketed(rest, 2)
      this.#nested.push(text)
      this.#add('$()')
      this.#at += length
      return
    }
    if (rest.startsWith("$'")) {
      this.#at += 1
      return
    }
    this.#add('$')
    this.#at += 1
  }

  #blank(): void {
    this.#endWord()
    this.#at += 1
  }

  #comment(): void {
    const end = this.#line.indexOf('\n', this.#at)
    this.#at = end === -1 ? this.#line.length : end
    this.#isPlain = false
  }

  #redirect(): boolean {
    const rest = this.#line.slice(this.#at)
    if (rest.startsWith('<(') || rest.startsWith('>(')) {
      const [text, length] = bracketed(rest, 2)
      this.#isPlain = false
      this.#nested.push(text)
      this.#add('<()')
      this.#at += length
      return true
    }
    const operator = REDIRECTS.find((one) => rest.startsWith(one))
    if (!operator) return false
    this.#isPlain = false
    // The number of the stream belongs to the operator: `2>file`.
    if (this.#word !== undefined && /^\d+$/.test(this.#word)) this.#word = undefined
    this.#endWord()
    this.#pending = operator
    this.#at += operator.length
    return true
  }

  #operator(): boolean {
    const rest = this.#line.slice(this.#at)
    const operator = OPERATORS.find((one) => rest.startsWith(one))
    if (!operator) return false
    this.#isPlain = false
    this.#endCommand()
    if (operator !== '|' && operator !== '|&') this.#pipeline += 1
    this.#at += operator.length
    return true
  }

  #endWord(): void {
    if (this.#word === undefined) return
    if (this.#pending === undefined) this.#words.push(this.#word)
    else this.#redirects.push({ operator: this.#pending, target: this.#word })
    this.#pending = undefined
    this.#word = undefined
  }

  #endCommand(): void {
    this.#endWord()
    this.#pending = undefined
    if (this.#words.length > 0 || this.#redirects.length > 0)
      this.#commands.push({ words: this.#words, redirects: this.#redirects, pipeline: this.#pipeline })
    this.#words = []
    this.#redirects = []
  }
}

function backticked(rest: string): [string, number] {
  const end = rest.indexOf('`', 1)
  return end === -1 ? [rest.slice(1), rest.length] : [rest.slice(1, end), end + 1]
}

/** The text up to the bracket that closes it, and how much of the line that is. */
function bracketed(rest: string, from: number): [string, number] {
  let depth = 1
  for (let at = from; at < rest.length; at += 1) {
    if (rest[at] === '\\') at += 1
    else if (rest[at] === '(') depth += 1
    else if (rest[at] === ')') depth -= 1
    if (depth === 0) return [rest.slice(from, at), at + 1]
  }
  return [rest.slice(from), rest.length]
}
