import type { Random, Tree } from './random-expressions.ts'

const OR = 1
const AND = 2
const NOT = 3
const COMPARISON = 4
const SUM = 5
const PRODUCT = 6
const SIGN = 7
const PRIMARY = 8

const levels: Readonly<Record<string, number>> = {
  or: OR,
  and: AND,
  '+': SUM,
  '-': SUM,
  '*': PRODUCT,
  '/': PRODUCT,
  '%': PRODUCT,
}

/** The text of a tree, with spaces and needless parentheses as they come. */
export function writtenExpression(tree: Tree, random: Random): string {
  return new Writer(random).write(tree, OR)
}

class Writer {
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** In parentheses where it binds less than its place asks for. */
  write(tree: Tree, place: number): string {
    const level = levelOf(tree)
    const text = this.#plain(tree, level)
    return level < place || this.#random.below(12) === 0 ? `(${this.#space()}${text}${this.#space()})` : text
  }

  #plain(tree: Tree, level: number): string {
    if (tree.is === 'value')
      return typeof tree.value === 'string' ? this.#quoted(tree.value) : String(tree.value)
    if (tree.is === 'name') return `$${tree.name}${tree.path.map((member) => this.#member(member)).join('')}`
    if (tree.is === 'list') return `[${this.#joined(tree.items)}]`
    if (tree.is === 'call') return `${tree.name}${this.#space()}(${this.#joined(tree.args)})`
    if (tree.is === 'not') return `not ${this.#space()}${this.write(tree.of, NOT)}`
    if (tree.is !== 'operator') return `-${this.#space()}${this.write(tree.of, SIGN)}`
    const left = this.write(tree.left, level === COMPARISON ? SUM : level)
    const right = this.write(tree.right, level + 1)
    // A name may have a dash in it, and words need a space on both sides.
    const gap = /^[a-z-]/.test(tree.operator) ? ' ' : this.#space()
    return `${left}${gap}${tree.operator}${gap}${right}`
  }

  #joined(trees: readonly Tree[]): string {
    return trees.map((tree) => `${this.#space()}${this.write(tree, OR)}${this.#space()}`).join(',')
  }

  #member(member: string | number | null): string {
    if (typeof member === 'string')
      return /^\w+$/.test(member) && this.#random.below(3) > 0 ? `.${member}` : `[${this.#quoted(member)}]`
    const gap = this.#random.below(8) === 0 ? ' ' : ''
    return `[${gap}${member ?? '*'}${gap}]`
  }

  #quoted(text: string): string {
    const quote = this.#random.pick(['"', "'"])
    const written = text
      .replaceAll('\\', '\\\\')
      .replaceAll('\n', String.raw`\n`)
      .replaceAll(quote, `\\${quote}`)
      .replaceAll('é', () => this.#random.pick(['é', String.raw`\u00e9`]))
    return `${quote}${written}${quote}`
  }

  #space(): string {
    return this.#random.pick(['', '', '', ' ', '  ', '\n', '\t '])
  }
}

function levelOf(tree: Tree): number {
  if (tree.is === 'operator') return levels[tree.operator] ?? COMPARISON
  if (tree.is === 'not') return NOT
  return tree.is === 'minus' ? SIGN : PRIMARY
}
