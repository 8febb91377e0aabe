/** A header line of an email that is quoted below an answer, in whatever language. */
const QUOTED_HEADER = /^[*\s]*\p{L}[\p{L} -]{0,20}[\p{L}*]\s*:[*\s]*\S/u
const RULE = /^\s*(?:[-_=*]{5,}|-{2,}[^-]+-{2,})\s*$/

/** What the sender wrote, without what they quote and without their signature. */
export function ownWords(text: string, subject: string): string {
  const lines = withoutForwarded(text.replaceAll('\r\n', '\n').split('\n'), plainSubject(subject))
  const signature = lines.findIndex((line) => /^-- ?$/.test(line))
  const written = withoutQuotes(signature === -1 ? lines : lines.slice(0, signature))
  return written
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** A subject without what programs put before it. */
export function plainSubject(subject: string): string {
  return subject.replace(/^(?:\s*\p{L}{1,5}(?:\[\d+\])?\s*:)+/u, '').trim()
}

/** Without quoted lines, nor the paragraph above them that says whose they are. */
function withoutQuotes(lines: readonly string[]): string[] {
  const kept: string[] = []
  let isInQuote = false
  for (const line of lines) {
    const isQuoted = /^\s*>/.test(line)
    if (isQuoted && !isInQuote) dropIntroduction(kept)
    if (!isQuoted) kept.push(line)
    isInQuote = isQuoted || (isInQuote && line.trim() === '')
  }
  return kept
}

/** Programs wrap it, so it may have up to three lines; it ends with a colon and names a time or an address. */
function dropIntroduction(lines: string[]): void {
  let end = lines.length
  while (end > 0 && lines[end - 1]!.trim() === '') end -= 1
  let start = end
  while (start > 0 && end - start < 3 && lines[start - 1]!.trim() !== '') start -= 1
  const words = lines.slice(start, end).join(' ').trim()
  if (/[::]$/.test(words) && /\d{1,2}[:.]\d{2}|\d{4}|@/.test(words)) lines.length = start
}

/** Cuts where the email that is answered begins with its headers: three of them in a row, one of them its subject or an address. */
function withoutForwarded(lines: readonly string[], subject: string): readonly string[] {
  for (const [index, line] of lines.entries()) {
    if (!QUOTED_HEADER.test(line)) continue
    const block = lines.slice(index, index + 8)
    const length = block.findIndex((one) => !QUOTED_HEADER.test(one))
    const headers = length === -1 ? block : block.slice(0, length)
    const isOfMail = headers.some((one) => /@/.test(one) || (subject !== '' && one.trim().endsWith(subject)))
    if (headers.length < 3 || !isOfMail) continue
    let end = index
    while (end > 0 && (lines[end - 1]!.trim() === '' || RULE.test(lines[end - 1]!))) end -= 1
    return lines.slice(0, end)
  }
  return lines
}
