import fc from 'fast-check'
import { expect, test } from 'vitest'
import { componentSchemas } from '../../../components/schemas.ts'
import { checkComponents } from './check-components.ts'
import { knownTypes } from './known-types.ts'
import { repairComponents } from './repair-component.ts'

const known = knownTypes(componentSchemas)
const examples = componentSchemas.map(({ type, example }): Record<string, unknown> => ({ type, ...example }))
const names = [...new Set(componentSchemas.flatMap(({ props }) => Object.keys(props.properties)))]

/** An example with some of its members gone, renamed, or holding something else, perhaps inside another component. */
const damaged = fc
  .record({
    example: fc.constantFrom(...examples),
    changes: fc.array(
      fc.record({
        name: fc.oneof(fc.constantFrom(...names), fc.string()),
        value: fc.oneof(fc.constant(undefined), fc.jsonValue(), fc.constantFrom<unknown>(...examples)),
      }),
      { maxLength: 4 },
    ),
    wrap: fc.constantFrom('none', 'card', 'tabs', 'props', 'text', 'form'),
  })
  .map(({ example, changes, wrap }) => {
    const component = { ...example, ...Object.fromEntries(changes.map(({ name, value }) => [name, value])) }
    return wrapped(component, wrap)
  })

function wrapped(component: unknown, wrap: string): unknown {
  switch (wrap) {
    case 'card':
      return { type: 'card', children: [component, component] }
    case 'tabs':
      return { type: 'tabs', tabs: [{ label: 'A', children: [component] }] }
    case 'form':
      return { type: 'form', children: component }
    case 'props':
      return { type: (component as { type: unknown }).type, props: component }
    case 'text':
      return JSON.stringify(component).slice(0, -2)
    default:
      return component
  }
}

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
})

/** What is wrong with what leaves; nothing, it is to be hoped. */
function faultsAfterRepair(value: unknown): unknown[] {
  const before = jsonOf(value)
  const components = repairComponents(value, { known })
  const unfit = checkComponents(components, { known }).filter((checked) => 'problem' in checked)
  return [
    ...unfit,
    ...(components.length === 0 ? ['nothing is shown'] : []),
    ...(jsonOf(value) === before ? [] : ['what came was changed']),
  ]
}

function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
}

test('whatever a model makes of an example, what leaves fits and says something', () => {
  fc.assert(
    fc.property(damaged, (value) => {
      expect(faultsAfterRepair(value)).toEqual([])
    }),
    { numRuns: 600 },
  )
})

test('whatever else comes, what leaves fits', () => {
  fc.assert(
    fc.property(fc.oneof(anything, fc.jsonValue(), fc.string()), (value) => {
      expect(faultsAfterRepair([value])).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('what was mended once needs no mending', () => {
  fc.assert(
    fc.property(damaged, (value) => {
      const components = repairComponents([value], { known })
      const outcomes: string[] = []
      repairComponents(components, {
        known,
        onRepair: ({ outcome, notes }) => outcomes.push(outcome, ...notes),
      })
      expect(outcomes).toEqual([])
    }),
    { numRuns: 300 },
  )
})
