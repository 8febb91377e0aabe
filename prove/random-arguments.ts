import { join } from 'node:path'
import * as fc from 'fast-check'
import type { AnyTool } from '../src/contract/tool.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly description?: string
  readonly additionalProperties?: boolean | Schema
}

/** Arguments that fit the tool's own schema, and broken ones: a member missing, unknown, or of another kind. */
export function argumentsOf(tool: AnyTool, home: string): fc.Arbitrary<unknown> {
  const fitting = valueOf(tool.params as Schema, { name: '', home })
  const broken = fc
    .tuple(fitting, fc.constantFrom('drop', 'swap', 'add'), fc.nat(), anything())
    .map(([args, how, index, value]) => {
      const entries = Object.entries(args as object)
      if (how === 'add' || entries.length === 0)
        return { ...(args as object), [`extra_${index % 10}`]: value }
      const at = index % entries.length
      if (how === 'drop') return Object.fromEntries(entries.filter((_, position) => position !== at))
      return Object.fromEntries(entries.map(([name, old], position) => [name, position === at ? value : old]))
    })
  const example = fc.constant(inHome(tool.example.args, home))
  return fc.oneof(
    { arbitrary: fitting, weight: 3 },
    { arbitrary: broken, weight: 2 },
    { arbitrary: example, weight: 1 },
  )
}

/** The tool's own example, with its paths inside the folder of the test. */
function inHome(value: unknown, home: string): unknown {
  if (typeof value === 'string') return value.replace('{folder}', home).replace(/^~\//, `${home}/`)
  if (Array.isArray(value)) return value.map((item) => inHome(item, home))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inHome(member, home)]))
}

interface Place {
  readonly name: string
  readonly home: string
}

function valueOf(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => valueOf(choice, place)))
  const type = Array.isArray(schema.type) ? String(schema.type[0]) : String(schema.type)
  return (byType[type] ?? anything)(schema, place)
}

const byType: Readonly<Record<string, (schema: Schema, place: Place) => fc.Arbitrary<unknown>>> = {
  string: (schema, { name, home }) => (isPath(schema, name) ? pathIn(home) : text()),
  integer: (schema) => fc.integer(boundsOf(schema)),
  number: (schema) => fc.double({ ...boundsOf(schema), noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items }, place) => fc.array(items ? valueOf(items, place) : anything(), { maxLength: 6 }),
  object: objectOf,
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  place: Place,
): fc.Arbitrary<unknown> {
  if (Object.keys(properties).length === 0)
    return fc.dictionary(
      fc.constantFrom('name', 'amount', 'date', 'ü', '=1+1', ''),
      typeof additionalProperties === 'object' ? valueOf(additionalProperties, place) : anything(),
      { maxKeys: 5 },
    )
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, { ...place, name })]),
  )
  return fc.record(members, { requiredKeys: [...required] })
}

function isPath({ description = '' }: Schema, name: string): boolean {
  return /path|dir|folder|file/i.test(name) || /\bpath\b/i.test(description)
}

const names = [
  'a.txt',
  'b.xlsx',
  'c.pptx',
  'd.docx',
  'e.png',
  'f.csv',
  'g.zip',
  'h.pdf',
  'ünï cödé.txt',
  'sub/i.txt',
  '.hidden',
  'x'.repeat(300),
  'nul\u0000',
  '',
]

/** Inside the folder of the test whenever it could be written; the rest are paths that must be refused. */
function pathIn(home: string): fc.Arbitrary<string> {
  const inside = fc.constantFrom(...names).map((name) => join(home, name))
  const homeRelative = fc.constantFrom('~', '~/a.txt', '~/sub')
  const refused = fc.constantFrom(
    'relative.txt',
    '',
    '\\\\server\\share',
    'C:\\x.txt',
    '../up.txt',
    'file:///etc/passwd',
    '/dev/null/x',
    '/proc/1/environ',
  )
  return fc.oneof(
    { arbitrary: inside, weight: 6 },
    { arbitrary: homeRelative, weight: 2 },
    { arbitrary: refused, weight: 2 },
  )
}

function text(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      '',
      ' ',
      '=1+1',
      '<script>',
      '../..',
      '*',
      '**/*',
      '\u0000',
      '\u202e',
      '2026-11-15',
      '100',
      'images',
      '{"a":1}',
      'x'.repeat(5000),
    ),
  )
}

function anything(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    text(),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.constant(null),
    fc.boolean(),
  )
}

function boundsOf({ minimum, maximum }: Schema): { min: number; max: number } {
  return { min: minimum ?? -1000, max: Math.min(maximum ?? 1_000_000, 1_000_000) }
}
