import type { AnyTool } from '../../../contract/tool.ts'

const MAX_MEMBERS = 7

interface Schema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** The members of what a tool returns, as a plan names them: `{path, files: [{name, bytes}]}`. Empty when nobody knows. */
export function resultShape({ data }: Pick<AnyTool, 'data'>): string {
  return membersOf(data as Schema, 1)
}

function membersOf({ properties }: Schema, depth: number): string {
  const names = Object.entries(properties ?? {})
  if (names.length === 0) return ''
  const shown = names.slice(0, MAX_MEMBERS).map(([name, member]) => name + innerOf(member, depth))
  return `{${shown.join(', ')}${names.length > MAX_MEMBERS ? ', …' : ''}}`
}

function innerOf({ type, items }: Schema, depth: number): string {
  if (type !== 'array') return ''
  const inner = items && depth > 0 ? membersOf(items, depth - 1) : ''
  return `: [${inner}]`
}
