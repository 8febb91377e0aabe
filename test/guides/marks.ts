import type { Example } from './read-examples.ts'

/** The words behind a language that say how the example is tried, and the languages that they go with. */
const WAYS: Readonly<Record<string, RegExp>> = {
  answer: /^(?:text|json)$/,
  body: /^json$/,
  drawing: /^text$/,
  expression: /^text$/,
  file: /./,
  plan: /^text$/,
  run: /^ts$/,
  say: /^text$/,
  'tested-by': /./,
  untried: /./,
}
/** Those that say more about one of these, or about commands. */
const MORE = new Set(['fails', 'looks', 'member', 'terminal'])
const COMMANDS = /^(?:sh|bash)$/

/** A reason that says nothing would let anything out. */
const MIN_REASON_WORDS = 5

/** What is wrong with how the examples of a page say that they are tried. */
export function problemsOfMarks(examples: readonly Example[]): string[] {
  const problems = examples.flatMap((example) =>
    problemsOf(example).map((problem) => `${example.page}:${example.line}: ${problem}`),
  )
  const untried = examples.filter(({ marks }) => 'untried' in marks)
  if (untried.length > 0 && untried.length === examples.length)
    problems.push(`${examples[0]!.page}: No example of this page is tried.`)
  return problems
}

function problemsOf({ marks, language }: Example): string[] {
  const names = Object.keys(marks)
  const ways = names.filter((name) => name in WAYS)
  const problems = names
    .filter((name) => !(name in WAYS) && !MORE.has(name))
    .map((name) => `There is no mark "${name}". CONTRIBUTING.md lists them.`)
  if (ways.length > 1) problems.push(`It is to be tried in several ways: ${ways.join(', ')}.`)
  if (ways.length === 0 && !COMMANDS.test(language))
    problems.push(
      'Nothing says how it is tried. CONTRIBUTING.md lists the words behind the language that do.',
    )
  for (const way of ways)
    if (!WAYS[way]!.test(language)) problems.push(`"${way}" doesn't go with "${language}".`)
  const reason = marks['untried']
  if (reason !== undefined && reason.split(/\s+/).length < MIN_REASON_WORDS)
    problems.push('Say in a few words why it can’t be tried here.')
  return problems
}
