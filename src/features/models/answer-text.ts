/** Only what was asked for: without a code fence, an introduction or quotation marks that the model put around it. */
export function onlyTheText(answer: string, original: string): string {
  const unfenced = withoutFence(answer.trim(), original)
  const bare = withoutIntroduction(unfenced, original)
  return withoutQuotes(withoutTags(bare), original)
}

/** As the original was spaced: who replaces a selection must not lose the line break after it. */
export function spacedLike(text: string, original: string): string {
  const before = /^\s*/.exec(original)![0]
  const after = original.trim() === '' ? '' : /\s*$/.exec(original)![0]
  return before + text.trim() + after
}

/** What follows a text, ready to be appended: without what the model said again of its end, with the space between. */
export function continuation(answer: string, before: string): string {
  const fresh = withoutOverlap(answer.trim(), before.trimEnd())
  if (fresh === '' || /\s$/.test(before) || before === '') return fresh
  return /^[\s.,;:!?)\]}»”’…-]/.test(fresh) || isInsideWord(before) ? fresh : ` ${fresh}`
}

const MAX_OVERLAP_LENGTH = 2000
const MIN_OVERLAP_LENGTH = 8

function withoutOverlap(answer: string, before: string): string {
  if (before !== '' && answer.startsWith(before)) return answer.slice(before.length).trimStart()
  for (
    let length = Math.min(MAX_OVERLAP_LENGTH, before.length, answer.length);
    length >= MIN_OVERLAP_LENGTH;
    length -= 1
  )
    if (before.endsWith(answer.slice(0, length))) return answer.slice(length).trimStart()
  return answer
}

/** A hyphen at the end asks for the rest of the word. */
function isInsideWord(before: string): boolean {
  return /\p{L}-$/u.test(before)
}

function withoutFence(answer: string, original: string): string {
  if (original.trimStart().startsWith('```')) return answer
  const [, inner] = /^```[\w-]*[ \t]*\n([\s\S]*?)\n?```$/.exec(answer) ?? []
  if (inner !== undefined && !inner.includes('```')) return inner.trim()
  return answer
}

const introduction =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great)[!,.]?\s+)?(?:here(?:'|’)?s|here (?:is|are)|below is|this is|the (?:following|improved|corrected|shortened|expanded|revised|rewritten)|(?:improved|corrected|shortened|expanded|revised|rewritten) (?:text|version)|i(?:'|’)ve|i have)[^\n:]{0,160}:\s*\n*/i

function withoutIntroduction(answer: string, original: string): string {
  const found = introduction.exec(answer)?.[0]
  if (found === undefined || introduction.test(original.trimStart())) return answer
  const rest = answer.slice(found.length).trim()
  return rest === '' ? answer : withoutFence(rest, original)
}

/** Some models give the frame back in which they got the text. */
function withoutTags(answer: string): string {
  return answer.replace(/^<text>\s*([\s\S]*?)\s*<\/text>$/i, '$1')
}

const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
]

function withoutQuotes(answer: string, original: string): string {
  const pair = quotes.find(
    ([open, close]) => answer.length > 2 && answer.startsWith(open) && answer.endsWith(close),
  )
  if (!pair || original.trim().startsWith(pair[0])) return answer
  const inner = answer.slice(1, -1)
  return inner.includes(pair[0]) || inner.includes(pair[1]) ? answer : inner
}
