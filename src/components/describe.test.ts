import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawParts } from '../cli/draw/draw-blocks.ts'
import type { TSchema } from '../contract/type.ts'
import { api } from '../features/contracts.ts'
import { blocksText } from '../platform/correspondence/cards/block-text.ts'
import { chatBlocks } from '../platform/correspondence/cards/chat-blocks.ts'
import { checkFor } from '../platform/validation/validation.ts'
import { describeComponents } from './describe.ts'
import { componentSchemas, storedSchemas } from './schemas.ts'

interface Schema {
  readonly $id?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly { readonly required: readonly string[] }[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
}

const texts = [
  'x',
  'One\ntwo',
  '*Oslo* & [Bergen]',
  'EUR',
  '#a1b2c3',
  'Moon/Base',
  'Europe/Oslo',
  'https://example.com/a',
]
const moments = ['2026-03-02', '2026-03-02T09:30:00Z', '2026-03-02T09:30']
const samples = ['', ...texts, ...moments, '/api/system/metrics', 'ui://board/page']

/** Values that fit a schema, with and without what may be missing. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$id === 'Component') return fc.constant({ type: 'text', text: 'Inside' })
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  return fc.oneof(...[schema.type ?? 'any'].flat().map((type) => kinds[type]!(schema)))
}

const kinds: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  any: () => fc.constantFrom(null, 'x', 3, [], {}, { a: [1, { b: null }] }),
  string: (schema) => fc.constantFrom(...samples.filter((text) => isWritten(text, schema))),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: (schema) => fc.integer(rangeOf(schema)),
  number: (schema) => fc.double({ ...rangeOf(schema), noNaN: true }),
  array: ({ items = {}, minItems = 0 }) =>
    fc.array(valuesOf(items), { minLength: minItems, maxLength: minItems + 2 }),
  object: objectsOf,
}

function rangeOf({ minimum, exclusiveMinimum = -1_000, maximum = 1e9 }: Schema) {
  return { min: minimum ?? exclusiveMinimum + 1, max: maximum }
}

const FORMATS: Readonly<Record<string, RegExp>> = { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /Z$/ }

function isWritten(
  text: string,
  { pattern = '', format = '', minLength = 0, maxLength = 100 }: Schema,
): boolean {
  const isOfKind = new RegExp(pattern).test(text) && (FORMATS[format]?.test(text) ?? true)
  return isOfKind && text.length >= minLength && text.length <= maxLength
}

function objectsOf({ properties = {}, required = [], oneOf = [{ required: [] }] }: Schema) {
  const members = Object.entries(properties).map(([name, member]) => [name, valuesOf(member)] as const)
  const either = oneOf.flatMap((one) => one.required)
  const shapes = oneOf.map(({ required: chosen }) =>
    fc.record(
      Object.fromEntries(members.filter(([name]) => !either.includes(name) || chosen.includes(name))),
      {
        requiredKeys: [...required, ...chosen],
      },
    ),
  )
  return fc.oneof(...shapes)
}

function fits(schema: unknown, value: unknown): boolean {
  return checkFor(schema as TSchema, 'body')(structuredClone(value)).length === 0
}

const liveSchemas = Object.fromEntries(
  Object.values(api.live_data).map(({ component, result }) => [component as string, result as Schema]),
)

const plainDialect = {
  plain: (text: string) => text,
  bold: (text: string) => text,
  link: (label: string, url: string) => `${label} ${url}`,
  code: (code: string) => code,
}

test.each(componentSchemas.map(({ type, props }) => ({ type, props: props as unknown as Schema })))(
  '$type says what it holds, whatever is left out',
  async ({ type, props }) => {
    const stored = (storedSchemas as Record<string, unknown>)[type] as Schema | undefined
    const data = valuesOf(liveSchemas[type] ?? stored ?? {})
    await fc.assert(
      fc.asyncProperty(valuesOf(props), data, fc.boolean(), async (members, found, isShared) => {
        expect(fits(props, members), JSON.stringify(members)).toBe(true)
        const parts = await describeComponents([{ id: 'shown', ...(members as object), type }], {
          fetched: () => ({ data: found }),
          now: new Date('2026-03-02T10:00:00Z'),
          isShared,
        })
        const drawn = drawParts(parts, { width: 80, cuts: true, style: (_style, text) => text }).join('\n')
        const told = blocksText(chatBlocks(parts.flat()), plainDialect)
        for (const text of [drawn, told])
          expect(text).not.toMatch(/undefined|\[object|NaN|∞|Infinity|Invalid|null/)
      }),
      { numRuns: 25 },
    )
  },
)
