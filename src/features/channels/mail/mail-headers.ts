/** The header fields of an email in their order, the newest of a server first; names in lower case, folded lines joined. */
export class MailHeaders {
  readonly #fields: readonly (readonly [name: string, value: string])[]

  constructor(block: string) {
    this.#fields = block
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line): [string, string][] => {
        const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/s.exec(line) ?? []
        return name === undefined ? [] : [[name.toLowerCase(), value!.trim()]]
      })
  }

  all(name: string): string[] {
    return this.#fields.flatMap(([each, value]) => (each === name ? [value] : []))
  }

  first(name: string): string | undefined {
    return this.all(name)[0]
  }

  has(pattern: RegExp): boolean {
    return this.#fields.some(([name]) => pattern.test(name))
  }
}

/**
 * A structured value without its comments, and with what stands in quotes made one harmless word; undefined when they do not
 * end. Whoever looks for words in it finds none that were only quoted.
 */
export function withoutComments(value: string): string | undefined {
  let text = ''
  for (let index = 0; index < value.length;) {
    const piece = pieceAt(value, index)
    if (!piece) return undefined
    text += piece.text
    index = piece.end
  }
  return text
}

function pieceAt(value: string, index: number): { text: string; end: number } | undefined {
  const letter = value[index]!
  if (letter === '"') {
    const [quoted] = /^"(?:[^"\\]|\\.)*"/s.exec(value.slice(index)) ?? []
    if (quoted === undefined) return undefined
    const text = quoted.slice(1, -1).replaceAll(/[^\p{L}\p{N}._-]/gu, '_') || '_'
    return { text, end: index + quoted.length }
  }
  if (letter !== '(') return { text: letter, end: index + 1 }
  const end = commentEnd(value, index)
  return end === undefined ? undefined : { text: ' ', end }
}

/** Comments stand in each other. */
function commentEnd(value: string, start: number): number | undefined {
  let depth = 0
  for (let index = start; index < value.length; index += 1) {
    if (value[index] === '\\') index += 1
    else if (value[index] === '(') depth += 1
    else if (value[index] === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return undefined
}

/** The Message-IDs in a header field. */
export function messageIds(value: string | undefined): string[] {
  return value?.match(/<[\x21-\x3b\x3d\x3f-\x7e]{3,500}>/g) ?? []
}
