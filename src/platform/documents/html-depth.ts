import { AppError } from '../../contract/errors.ts'

const deepest = 1000
/** Elements that need no end: they do not nest. */
const unclosed = new Set(
  'area base br col dd dt embed hr img input li link meta option p source td th tr track wbr'.split(' '),
)
/** What stands in these is no markup. */
const raw = new Set(['script', 'style', 'textarea', 'title'])

/**
 * Refuses a page whose elements are nested as no person would nest them. The parser takes time by the square of the depth,
 * so a trap is found before it, in one pass.
 */
export function assertShallow(html: string, label: string): void {
  let depth = 0
  for (let at = html.indexOf('<'); at !== -1;) {
    const comment = html.startsWith('<!--', at)
    const { name, isEnd } = comment ? noTag : tagAt(html, at)
    let next = comment ? after(html, { text: '-->', from: at + 4 }) : name === '' ? at + 1 : tagEnd(html, at)
    if (name !== '' && !unclosed.has(name) && html[next - 2] !== '/') {
      depth = Math.max(0, depth + (isEnd ? -1 : 1))
      if (depth > deepest) throw new AppError('invalid_request', `${label} is nested too deeply to read.`)
    }
    if (!isEnd && raw.has(name)) next = rawEnd(html, { name, from: next })
    at = html.indexOf('<', next)
  }
}

const noTag = { name: '', isEnd: false }

function tagAt(html: string, at: number): { name: string; isEnd: boolean } {
  const isEnd = html[at + 1] === '/'
  const from = at + (isEnd ? 2 : 1)
  const name = /^[a-z][a-z0-9-]*/i.exec(html.slice(from, from + 64))?.[0] ?? ''
  return { name: name.toLowerCase(), isEnd }
}

/** Behind the `>` of a tag: one in quotes does not end it. */
function tagEnd(html: string, at: number): number {
  const sign = /[>"']/g
  sign.lastIndex = at
  for (let found = sign.exec(html); found; found = sign.exec(html)) {
    if (found[0] === '>') return found.index + 1
    // A quote counts only as the beginning of a value.
    if (!/=\s*$/.test(html.slice(Math.max(at, found.index - 16), found.index))) continue
    const end = html.indexOf(found[0], found.index + 1)
    if (end === -1) break
    sign.lastIndex = end + 1
  }
  return html.length
}

function rawEnd(html: string, { name, from }: { name: string; from: number }): number {
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

function after(html: string, { text, from }: { text: string; from: number }): number {
  const found = html.indexOf(text, from)
  return found === -1 ? html.length : found + text.length
}
