/** Takes secrets out of text that leaves the service's hands: logs, the audit log, telemetry, error sentences. */
export interface Scrubber {
  /** Replaces every secret, also where it was encoded on the way, by `[redacted]`. */
  scrub(text: string): string
  /** Which secrets there are now. Those that were replaced lately stay hidden too. */
  hold(secrets: Iterable<string>): void
  /** More of them, which no setting holds; the latest ones stay hidden. */
  add(secrets: Iterable<string>): void
}

/** Shorter ones would take ordinary words out of every line. */
const MIN_LENGTH = 6
const RETIRED = 100

export function createScrubber(): Scrubber {
  let known: readonly string[] = []
  let added: readonly string[] = []
  let pattern: RegExp | undefined
  const refresh = () => {
    const all = [...known, ...added]
    pattern = all.length === 0 ? undefined : patternOf(all)
  }
  return {
    scrub(text) {
      return pattern ? text.replace(pattern, '[redacted]') : text
    },
    hold(secrets) {
      const current = hideable(secrets)
      const retired = known.filter((secret) => !current.includes(secret)).slice(0, RETIRED)
      known = [...current, ...retired]
      refresh()
    },
    add(secrets) {
      added = hideable([...secrets, ...added]).slice(0, RETIRED)
      refresh()
    },
  }
}

function hideable(secrets: Iterable<string>): string[] {
  return [...new Set(secrets)].filter((secret) => secret.length >= MIN_LENGTH)
}

function patternOf(secrets: readonly string[]): RegExp {
  const forms = new Set(secrets.flatMap(formsOf))
  // The longest first: a secret inside another one must not leave the rest of the longer one behind.
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(literally).join('|'), 'g')
}

function literally(form: string): string {
  return form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const plainUrl = encodeURIComponent(secret.toWellFormed())
  // Some programs encode more than JavaScript does.
  const url = plainUrl.replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return [
    secret,
    json,
    // A log line is JSON, and what it quotes may be JSON already.
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    ...[plainUrl, url].flatMap((form) => [form, lowerCaseEscapes(form), form.replaceAll('%20', '+')]),
    ...base64Forms(Buffer.from(secret)),
  ]
}

function lowerCaseEscapes(url: string): string {
  return url.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())
}

/**
 * Base64 writes three bytes as four characters, so the same bytes look different at each of three places in a longer
 * text ("user:password"). What does not depend on the neighbours is looked for.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const bits = (before + bytes.length) * 8
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
