import { ExpressionError } from './expression-error.ts'
import { functions, type FunctionName } from './functions.ts'
import type { Operator } from './operators.ts'
import { tokensOf, type Member, type Token, type TokenOptions } from './tokens.ts'

/** An expression as a tree. Only the parser makes it: names of functions and operators in it are known ones. */
export type Expression = { readonly column: number } & (
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'reference'; readonly name: string; readonly path: readonly Member[] }
  | { readonly kind: 'not' | 'negative'; readonly of: Expression }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'operator'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }
)

const MAX_PARTS = 200
const MAX_DEPTH = 32
const comparisons: readonly string[] = ['==', '!=', '<', '<=', '>', '>=', 'in']
const keywords: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }
const VALUE = ['$name', 'a number', 'a text in quotes', 'a function', '(']
const NONE: readonly Token[] = []

/** Throws `ExpressionError` with the column and what was expected there. */
export function parseExpression(text: string, options: TokenOptions = {}): Expression {
  return new Parser(tokensOf(text, options)).parse()
}

/** The `$names` that an expression is about, each once. */
export function namesIn(expression: Expression): readonly string[] {
  const found = new Set<string>()
  const visit = (part: Expression): void => {
    if (part.kind === 'reference') found.add(part.name)
    else if (part.kind === 'list') part.items.forEach(visit)
    else if (part.kind === 'call') part.args.forEach(visit)
    else if ('of' in part) visit(part.of)
    else if ('left' in part) [part.left, part.right].forEach(visit)
  }
  visit(expression)
  return [...found]
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #parts = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Expression {
    if (this.#peek().kind === 'end') throw new ExpressionError('The expression is empty.', 1, VALUE)
    const found = this.#either()
    if (this.#peek().kind === 'end') return found
    throw this.#unexpected(['an operator', 'the end'])
  }

  #peek(): Token {
    return this.#tokens[this.#at]!
  }

  /** What stands in parentheses, a list or a function. */
  #nested(): Expression {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH)
      throw new ExpressionError(
        `Parentheses, lists and functions can be nested at most ${MAX_DEPTH} deep.`,
        this.#peek().column,
      )
    const inner = this.#either()
    this.#depth -= 1
    return inner
  }

  #either(): Expression {
    let left = this.#both()
    for (let word = this.#take('or'); word; word = this.#take('or'))
      left = this.#part({ kind: 'or', left, right: this.#both(), column: word.column })
    return left
  }

  #both(): Expression {
    let left = this.#negation()
    for (let word = this.#take('and'); word; word = this.#take('and'))
      left = this.#part({ kind: 'and', left, right: this.#negation(), column: word.column })
    return left
  }

  #negation(): Expression {
    return this.#takeAll('not').reduceRight<Expression>(
      (of, { column }) => this.#part({ kind: 'not', of, column }),
      this.#comparison(),
    )
  }

  #comparison(): Expression {
    const left = this.#sum()
    const sign = this.#takeComparison()
    if (!sign) return left
    const isNegated = sign.text === 'not'
    const operator = (isNegated ? 'in' : sign.text) as Operator
    const compared = this.#part({ kind: 'operator', operator, left, right: this.#sum(), column: sign.column })
    const { column } = this.#peek()
    if (this.#takeComparison())
      throw new ExpressionError('Join two comparisons with and: 1 < $a and $a < 9.', column, ['and', 'or'])
    return isNegated ? this.#part({ kind: 'not', of: compared, column: sign.column }) : compared
  }

  #takeComparison(): Token | undefined {
    const sign = this.#peek()
    if (sign.text === 'not' && this.#tokens[this.#at + 1]?.text === 'in') {
      this.#at += 2
      return sign
    }
    return comparisons.includes(sign.text) ? this.#take(sign.text) : undefined
  }

  #sum(): Expression {
    return this.#chain(['+', '-'], () => this.#product())
  }

  #product(): Expression {
    return this.#chain(['*', '/', '%'], () => this.#signed())
  }

  #chain(signs: readonly string[], inner: () => Expression): Expression {
    let left = inner()
    for (let sign = this.#takeOne(signs); sign; sign = this.#takeOne(signs)) {
      const operator = sign.text as Operator
      left = this.#part({ kind: 'operator', operator, left, right: inner(), column: sign.column })
    }
    return left
  }

  #signed(): Expression {
    return this.#takeAll('-').reduceRight<Expression>(
      (of, { column }) => this.#part({ kind: 'negative', of, column }),
      this.#primary(),
    )
  }

  #primary(): Expression {
    const token = this.#peek()
    const { column } = token
    if (token.kind === 'number' || token.kind === 'text') {
      this.#at += 1
      return this.#part({ kind: 'value', value: token.value, column })
    }
    if (token.kind === 'reference') {
      this.#at += 1
      return this.#part({ kind: 'reference', name: token.name, path: token.path, column })
    }
    if (token.kind === 'word') return this.#word(token)
    if (this.#take('(')) {
      const inner = this.#nested()
      if (!this.#take(')')) throw this.#unexpected([')', 'an operator'])
      return inner
    }
    if (this.#take('[')) return this.#part({ kind: 'list', items: this.#items(']'), column })
    throw this.#unexpected(VALUE)
  }

  #word({ text, column }: Token): Expression {
    if (Object.hasOwn(keywords, text)) {
      this.#at += 1
      return this.#part({ kind: 'value', value: keywords[text]!, column })
    }
    if (text === 'and' || text === 'or' || text === 'in') throw this.#unexpected(VALUE)
    if (text === 'not') throw new ExpressionError('Put parentheses around it: (not …).', column, ['(not …)'])
    this.#at += 1
    const isCall = this.#peek().text === '(' && this.#peek().kind === 'sign'
    if (isCall && Object.hasOwn(functions, text)) return this.#call(text as FunctionName, column)
    const known = Object.keys(functions)
    if (isCall)
      throw new ExpressionError(
        `There is no function ${shortened(text)}. Known: ${known.join(', ')}.`,
        column,
        known,
      )
    if (Object.hasOwn(functions, text))
      throw new ExpressionError(`${text} is a function: write ${text}(…).`, column + text.length, ['('])
    const word = shortened(text)
    throw new ExpressionError(`Write $${word} for a value, or "${word}" for text.`, column, [
      `$${word}`,
      `"${word}"`,
    ])
  }

  #call(name: FunctionName, column: number): Expression {
    this.#at += 1
    const args = this.#items(')')
    const { parameters } = functions[name]
    if (args.length === parameters.length) return this.#part({ kind: 'call', name, args, column })
    const call = `${name}(${parameters.join(', ')})`
    const wanted = parameters.length === 1 ? '1 value' : `${parameters.length} values`
    throw new ExpressionError(`${name} takes ${wanted}, not ${args.length}: ${call}.`, column, [call])
  }

  #items(close: ')' | ']'): Expression[] {
    const items: Expression[] = []
    if (this.#take(close)) return items
    do items.push(this.#nested())
    while (this.#take(','))
    if (this.#take(close)) return items
    throw this.#unexpected([close, 'a comma', 'an operator'])
  }

  #part(expression: Expression): Expression {
    this.#parts += 1
    if (this.#parts > MAX_PARTS)
      throw new ExpressionError(`An expression has at most ${MAX_PARTS} parts.`, expression.column)
    return expression
  }

  #take(text: string): Token | undefined {
    const token = this.#peek()
    if (token.text !== text || (token.kind !== 'sign' && token.kind !== 'word')) return undefined
    this.#at += 1
    return token
  }

  #takeOne(texts: readonly string[]): Token | undefined {
    return texts.includes(this.#peek().text) ? this.#take(this.#peek().text) : undefined
  }

  #takeAll(text: string): readonly Token[] {
    if (this.#peek().text !== text) return NONE
    const taken: Token[] = []
    for (let token = this.#take(text); token; token = this.#take(text)) taken.push(token)
    return taken
  }

  #unexpected(expected: readonly string[]): ExpressionError {
    const { kind, text, column } = this.#peek()
    const found = kind === 'end' ? 'The expression ends too early' : `Unexpected ${shortened(text)}`
    const choice = `${expected.slice(0, -1).join(', ')} or ${expected.at(-1)!}`
    return new ExpressionError(`${found}: expected ${choice}.`, column, expected)
  }
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
