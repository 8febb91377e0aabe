import { editsBetween } from '../../platform/validation/edits-between.ts'

const MAX_EDITS = 2

/** The name that was most likely meant, if any is near enough to be worth mentioning. */
export function closestName(given: string, names: readonly string[]): string | undefined {
  const begun = names.filter((name) => given !== '' && name.startsWith(given))
  if (begun.length === 1) return begun[0]
  const lengthApart = (name: string) => Math.abs(name.length - given.length)
  const [closest] = names
    .map((name) => ({ name, edits: editsBetween(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= MAX_EDITS && edits < name.length / 2)
    .toSorted((one, other) => one.edits - other.edits || lengthApart(one.name) - lengthApart(other.name))
  return closest?.name
}
