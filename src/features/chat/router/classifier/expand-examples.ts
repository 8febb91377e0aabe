import { seededRandom } from './seeded-random.ts'

/** `{slot}` takes one of its fillers, `(a|b|)` one of the alternatives, which may hold others. */
export function expand(
  pattern: string,
  {
    fillers,
    count,
    seed,
  }: { fillers: Readonly<Record<string, readonly string[]>>; count: number; seed: string },
): string[] {
  const random = seededRandom(seed + pattern)
  const found = new Set<string>()
  // Some draws repeat: a short pattern has fewer sentences than are wanted.
  for (let draw = 0; draw < count * 3 && found.size < count; draw++) {
    const chosen = choose(pattern, random)
    const filled = chosen.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const options = fillers[name]
      if (!options) throw new Error(`No fillers for {${name}} in "${pattern}".`)
      return options[Math.floor(random() * options.length)]!
    })
    found.add(filled.replaceAll(/\s+/g, ' ').trim())
  }
  return [...found].filter((sentence) => sentence !== '')
}

export interface ExampleGroup {
  readonly intent: string
  readonly patterns: readonly string[]
}

/** A line that begins with `#` names the intent of the lines below it. */
export function readExamples(text: string): ExampleGroup[] {
  const groups: { intent: string; patterns: string[] }[] = []
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line.startsWith('# ')) groups.push({ intent: line.slice(2), patterns: [] })
    else if (line !== '') groups.at(-1)?.patterns.push(line)
  }
  return groups
}

function choose(pattern: string, random: () => number): string {
  let text = pattern
  const innermost = /\(([^()]*)\)/
  for (let match = innermost.exec(text); match; match = innermost.exec(text)) {
    const options = match[1]!.split('|')
    const option = options[Math.floor(random() * options.length)]!
    text = text.slice(0, match.index) + option + text.slice(match.index + match[0].length)
  }
  return text
}
