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
  let depth = 0
  let quoted: string | undefined
  for (let index = 0; index < value.length; index += 1) {
    const letter = value[index]!
    if (letter === '\\' && (depth > 0 || quoted !== undefined)) {
      index += 1
      if (quoted !== undefined) quoted += value[index] ?? ''
    } else if (quoted !== undefined) {
      if (letter === '"') {
        text += quoted.replaceAll(/[^\p{L}\p{N}._-]/gu, '_') || '_'
        quoted = undefined
      } else quoted += letter
    } else if (letter === '(') depth += 1
    else if (letter === ')' && depth > 0) {
      depth -= 1
      text += ' '
    } else if (depth === 0) {
      if (letter === '"') quoted = ''
      else text += letter
    }
  }
  return depth === 0 && quoted === undefined ? text : undefined
}

/** The Message-IDs in a header field. */
export function messageIds(value: string | undefined): string[] {
  return value?.match(/<[\x21-\x3b\x3d\x3f-\x7e]{3,500}>/g) ?? []
}
