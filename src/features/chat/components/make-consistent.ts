import type { ComponentType } from '../../../components/schemas.ts'
import { isMembers, type Members } from './json-schema.ts'

/** Mends what a schema cannot say: members that contradict each other although each of them fits. */
export function makeConsistent(members: Members, { type, notes }: { type: string; notes: string[] }): void {
  const note = rules[type as ComponentType]?.(members)
  if (note !== undefined) notes.push(note)
}

const rules: Partial<Record<ComponentType, (members: Members) => string | undefined>> = {
  slider: orderRange,
  gauge: orderRange,
  quiz({ questions }) {
    const unanswerable = membersIn(questions).filter(
      ({ answer, options }) => Array.isArray(options) && Number(answer) >= options.length,
    )
    // Without its answer the question does not fit, and goes.
    for (const question of unanswerable) delete question['answer']
    return unanswerable.length > 0 ? 'an answer is none of the options' : undefined
  },
  tabs(members) {
    const count = membersIn(members['tabs']).length
    if (Number(members['selected'] ?? 0) < Math.max(count, 1)) return undefined
    members['selected'] = 0
    return 'the selected tab does not exist'
  },
  diagram(members) {
    const ids = new Set(membersIn(members['nodes']).map(({ id }) => id))
    const edges = membersIn(members['edges'])
    const connected = edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
    if (connected.length === edges.length) return undefined
    members['edges'] = connected
    return 'arrows to boxes that do not exist left out'
  },
}

function orderRange(members: Members): string | undefined {
  const { min, max, value } = members
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    Object.assign(members, { min: max, max: min })
  const low = Number(members['min'] ?? 0)
  const high = Number(members['max'] ?? 100)
  if (typeof value === 'number' && (value < low || value > high)) {
    members['value'] = Math.min(Math.max(value, low), high)
    return 'the value moved into its range'
  }
  return min === members['min'] ? undefined : 'min and max exchanged'
}

function membersIn(list: unknown): Members[] {
  return Array.isArray(list) ? list.filter(isMembers) : []
}
