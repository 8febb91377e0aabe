import { nearestName } from '../../../platform/validation/validation.ts'
import { memberAliases, snakeCase } from './component-words.ts'
import { isMembers, type Members } from './json-schema.ts'
import type { KnownTypes } from './known-types.ts'
import { looksLikeJson, parseLooseJson } from './parse-loose-json.ts'
import { plainCopy } from './plain-copy.ts'
import { typeAliases } from './type-aliases.ts'

/** Where models put the members of a component in place of beside its type. */
const wrappers = [
  'props',
  'properties',
  'attributes',
  'parameters',
  'params',
  'arguments',
  'args',
  'config',
  'data',
]
/** These may as well be members themselves: they are opened only when something in them is known. */
const doubtfulWrappers = new Set(['config', 'data', 'args', 'params'])
const MAX_TYPE_LENGTH = 100
const typeNames = ['type', 'component', 'widget', 'component_type', 'kind', 'name']
const textNames = ['text', ...memberAliases['text']!]

const impliedMembers: Readonly<Record<string, Members>> = {
  line_chart: { chart_type: 'line' },
  bar_chart: { chart_type: 'bar' },
  area_chart: { chart_type: 'area' },
  pie_chart: { chart_type: 'pie' },
  donut_chart: { chart_type: 'donut' },
  doughnut_chart: { chart_type: 'donut' },
  scatter_chart: { chart_type: 'scatter' },
  scatter_plot: { chart_type: 'scatter' },
  pie: { chart_type: 'pie' },
  donut: { chart_type: 'donut' },
  histogram: { chart_type: 'bar' },
  textarea: { input_type: 'multiline' },
  text_area: { input_type: 'multiline' },
  number_input: { input_type: 'number' },
  date_picker: { input_type: 'date' },
  warning: { tone: 'warning' },
  ol: { ordered: true },
  ordered_list: { ordered: true },
  h1: { level: 1 },
  h2: { level: 2 },
  h3: { level: 3 },
}

export interface Recognized {
  readonly members: Members
  /** What had to be done to see it, as sentences; empty when it was plain. */
  readonly notes: readonly string[]
}

/** The component that a value was meant to be, its members beside a type that is known; undefined when none is seen. */
export function recognizeComponent(value: unknown, known: KnownTypes): Recognized | undefined {
  if (isMembers(value) && typeof value['type'] === 'string' && known.has(value['type'])) {
    const members = unwrapped(value, Object.keys(known.get(value['type'])!.schema.properties))
    return { members, notes: members === value ? [] : ['members moved beside the type'] }
  }
  if (Array.isArray(value))
    return { members: { type: 'column', children: value }, notes: ['a list became a column'] }
  if (isMembers(value)) return fromMembers(value, known)
  return fromScalar(value, known)
}

function fromScalar(value: unknown, known: KnownTypes): Recognized | undefined {
  if (typeof value === 'number' || typeof value === 'boolean')
    return { members: { type: 'text', text: String(value) }, notes: ['a bare value became text'] }
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if (!looksLikeJson(value))
    return { members: { type: 'text', text: value }, notes: ['a bare string became text'] }
  const parsed = plainCopy(parseLooseJson(value))
  const inner = typeof parsed === 'object' && parsed !== null ? recognizeComponent(parsed, known) : undefined
  return inner && { members: inner.members, notes: ['read from JSON text', ...inner.notes] }
}

function fromMembers(value: Members, known: KnownTypes): Recognized | undefined {
  const nested = onlyMember(value, known)
  if (nested) return nested
  for (const name of typeNames) {
    const written = value[name]
    // {component: {type: …}}: the component is one level down.
    if (name === 'component' && isMembers(written)) return fromInside(written, known)
    const type = typeof written === 'string' ? knownName(written, known, name === 'type') : undefined
    if (type === undefined) continue
    const { [name]: _written, ...rest } = value
    const properties = Object.keys(known.get(type)!.schema.properties)
    return {
      members: { ...unwrapped(rest, properties), ...impliedBy(written as string), type },
      notes: [`${name} ${JSON.stringify(String(written).slice(0, 60))} read as ${type}`],
    }
  }
  return fromContent(value)
}

function fromInside(value: Members, known: KnownTypes): Recognized | undefined {
  const inner = recognizeComponent(value, known)
  return inner && { members: inner.members, notes: ['taken out of component', ...inner.notes] }
}

/** {"live_weather": {"city": "Oslo"}} */
function onlyMember(value: Members, known: KnownTypes): Recognized | undefined {
  const [entry, ...others] = Object.entries(value)
  if (!entry || others.length > 0 || !isMembers(entry[1])) return undefined
  const type = known.has(entry[0]) ? entry[0] : undefined
  return type === undefined
    ? undefined
    : { members: { ...entry[1], type }, notes: [`the name ${type} read as its type`] }
}

/** A type that nobody knows still shows what it says. */
function fromContent(value: Members): Recognized | undefined {
  const flat = unwrapped(value, [])
  const name = typeof value['type'] === 'string' ? value['type'].slice(0, 60) : ''
  const unknown = name ? `the type ${JSON.stringify(name)} is unknown` : 'the type is missing'
  const children = memberAliases['children']!.concat('children').find((member) => Array.isArray(flat[member]))
  if (children !== undefined) {
    const title = typeof flat['title'] === 'string' ? { title: flat['title'] } : {}
    const type = 'title' in title ? 'card' : 'column'
    return {
      members: { type, ...title, children: flat[children] },
      notes: [`${unknown}: shown as a ${type}`],
    }
  }
  const text = textNames.find((member) => typeof flat[member] === 'string' && flat[member] !== '')
  if (text === undefined) return undefined
  // More than a text is more than a text component can show: it is better seen as it came.
  const others = Object.keys(flat).filter((member) => !['type', 'id', text].includes(member))
  return others.length > 0
    ? undefined
    : { members: { type: 'text', text: flat[text] }, notes: [`${unknown}: shown as text`] }
}

function knownName(written: string, known: KnownTypes, mayBeMisspelt: boolean): string | undefined {
  if (written.length > MAX_TYPE_LENGTH) return undefined
  const name = snakeCase(written)
  if (known.has(name)) return name
  const alias = Object.hasOwn(typeAliases, name) ? typeAliases[name] : undefined
  if (alias && known.has(alias)) return alias
  const bare = name.replace(/_(widget|component|card|view|element|block)$/, '')
  if (bare !== name && known.has(bare)) return bare
  return mayBeMisspelt && name.length > 3 ? nearestName(name, [...known.keys()]) : undefined
}

/** What the name of a type says beside the type: a bar_chart is a chart of bars. */
function impliedBy(written: string): Members {
  const name = snakeCase(written)
  return Object.hasOwn(impliedMembers, name) ? impliedMembers[name]! : {}
}

/** The members of wrappers that the type does not know itself, beside those that stand there already. */
function unwrapped(value: Members, declared: readonly string[]): Members {
  const found = wrappers.filter((name) => !declared.includes(name) && isWrapper(name, value[name], declared))
  if (found.length === 0) return value
  const rest = Object.entries(value).filter(([name]) => !found.includes(name))
  return Object.assign(
    {},
    ...found.map((name) => value[name] as Members),
    Object.fromEntries(rest),
  ) as Members
}

function isWrapper(name: string, value: unknown, declared: readonly string[]): boolean {
  if (!isMembers(value)) return false
  if (!doubtfulWrappers.has(name)) return true
  const known = declared.flatMap((member) => [member, ...(memberAliases[member] ?? [])])
  return Object.keys(value).some((member) => known.includes(snakeCase(member)))
}
