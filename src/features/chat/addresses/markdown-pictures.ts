/** More than any picture takes. What is still open then is taken for one that must not be loaded. */
const MAX_HELD = 4_000
/** How many `!` in a row are held: a model that has lost its way says nothing else. */
const MAX_BANGS = 16

/**
 * Takes the pictures out of Markdown that somebody else writes, piece by piece: `![a](b)` becomes the link `[a](b)`, unless
 * its address may be loaded. It does not find out what a parser would take for a picture, for parsers differ and whoever
 * writes the text knows it; in doubt it is one. Text that cannot be one passes unchanged and at once.
 */
export class MarkdownPictures {
  readonly #mayLoad: (address: string) => boolean
  #held = ''
  /** `![` passed, which is a picture once `[…]: address` says of what; and the other way round. */
  #passed = false
  #defined = false
  #lineStart = ''
  /** Before a link it would make a picture of it. */
  #endsWithBang = false

  constructor(mayLoad: (address: string) => boolean) {
    this.#mayLoad = mayLoad
  }

  push(delta: string): string {
    return this.#take(this.#held + delta, false)
  }

  /** What was held back until it was clear what it is. */
  end(): string {
    return this.#take(this.#held, true)
  }

  #take(text: string, isOver: boolean): string {
    let passed = ''
    let rest = text
    while (rest !== '') {
      const at = rest.search(/(?<!!)!+(?:\[|$)|\]:?$|\]:/)
      if (at === -1) {
        passed += this.#pass(rest)
        rest = ''
        break
      }
      passed += this.#pass(rest.slice(0, at))
      rest = rest.slice(at)
      const step = rest.startsWith('!') ? this.#picture(rest, isOver) : this.#definition(rest, isOver)
      if (!step) break
      passed += this.#pass(step.passed)
      rest = step.rest
    }
    this.#held = rest
    return passed
  }

  #picture(text: string, isOver: boolean): Step | undefined {
    const bangs = /^!+/.exec(text)![0].length
    // Only the last of them can be part of a picture, as long as it is set apart from those before it.
    if (bangs > MAX_BANGS) return { passed: text.slice(0, bangs - 1), rest: text.slice(bangs - 1) }
    if (bangs === text.length) return isOver ? { passed: text, rest: '' } : undefined
    return this.#opened(text, { bangs, isOver })
  }

  /** After `![`. */
  #opened(text: string, { bangs, isOver }: { bangs: number; isOver: boolean }): Step | undefined {
    const near = text.slice(0, MAX_HELD)
    const [paragraph = ''] = /^[^]*?(?=\n[ \t]*\n)|^[^]*/.exec(near) ?? []
    const simple = /^!+\[[^[\]`\\]*\]\([ \t]*([^\s<>()&\\]*)(?:[ \t]+"[^"\n]*")?[ \t]*\)/.exec(paragraph)
    if (simple && this.#mayLoad(simple[1]!)) return { passed: simple[0], rest: text.slice(simple[0].length) }
    const isWhole = paragraph.length < near.length || (isOver && near.length === text.length)
    const kind = kindOf(paragraph, isWhole)
    if (kind === 'open' && text.length < MAX_HELD) return undefined
    if (kind !== 'none' || this.#defined)
      return { passed: this.#endsWithBang ? `${text.slice(1, bangs)} ` : '', rest: text.slice(bangs) }
    this.#passed = true
    return { passed: text.slice(0, bangs + 1), rest: text.slice(bangs + 1) }
  }

  #definition(text: string, isOver: boolean): Step | undefined {
    if (text === ']' && !isOver) return undefined
    if (!text.startsWith(']:')) return { passed: ']', rest: text.slice(1) }
    if (!/^[\s>*+\d.)-]*\[/.test(this.#lineStart)) return { passed: ']:', rest: text.slice(2) }
    this.#defined = true
    return { passed: this.#passed ? ']\\:' : ']:', rest: text.slice(2) }
  }

  #pass(text: string): string {
    if (text !== '') this.#endsWithBang = text.endsWith('!')
    const line = text.lastIndexOf('\n')
    this.#lineStart = (line === -1 ? this.#lineStart + text : text.slice(line + 1)).slice(0, 200)
    return text
  }
}

/** Whether a paragraph that begins with `![` holds a picture with its address, or may still come to. */
function kindOf(paragraph: string, isWhole: boolean): 'picture' | 'open' | 'none' {
  const link = paragraph.indexOf('](')
  if (link === -1) return isWhole ? 'none' : 'open'
  return isWhole || /[)\n]/.test(paragraph.slice(link)) ? 'picture' : 'open'
}

interface Step {
  readonly passed: string
  readonly rest: string
}
