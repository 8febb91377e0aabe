import { facts, inset, line, list, faint, plain, table, type Blocks } from './blocks.ts'
import { valueText } from './numbers.ts'

const MAX_COLUMNS = 8

/** Any JSON as a person can read it: a table, facts, a list, or the value itself. */
export function valueBlocks(value: unknown): Blocks {
  if (isTableLike(value)) {
    const heads = [...new Set(value.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS)
    return [
      table(
        value.map((row) => heads.map((head) => valueText(row[head]))),
        { heads },
      ),
    ]
  }
  if (Array.isArray(value)) return [list(value.map((item) => ({ spans: [valueText(item)] })))]
  if (typeof value !== 'object' || value === null) return [plain(valueText(value))]
  const members = Object.entries(value).map(([label, member]) => ({
    label,
    member,
    value: shortText(member),
  }))
  return [
    facts(members.flatMap(({ label, value: text }) => (text === undefined ? [] : [{ label, value: text }]))),
    ...members.flatMap(({ label, member, value: text }) =>
      text === undefined ? [line(faint(label)), inset(...valueBlocks(member))] : [],
    ),
  ]
}

function isTableLike(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  )
}

/** What fits on a line: a plain value, or a few of them. */
function shortText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return valueText(value)
  if (Object.keys(value).length === 0) return '–'
  const isFew = Array.isArray(value) && value.every((each) => typeof each !== 'object') && value.length <= 5
  return isFew ? value.map((each) => valueText(each)).join(', ') : undefined
}
