import type { ComponentType } from '../../components/schemas.ts'
import type { Component } from '../component-schema.ts'
import { words, type Block } from './blocks.ts'
import { descriptions, type Around } from './component-descriptions.ts'
import { valueText } from './numbers.ts'

const DEEPEST = 12
const MAX_ROWS = 20
const MAX_ITEMS = 50

export interface DescribeOptions {
  /** What a component says in words, for the kinds that are more than what they say. */
  readonly read: (component: Component) => string
  /** The language of figures; that of the reader when left out. */
  readonly locale?: string
  /** How many rows and items at most; a few when left out. */
  readonly most?: number
}

/** Components as blocks of text, for wherever there is no page to draw them on. */
export function describeComponents(
  components: readonly Component[],
  options: DescribeOptions,
  depth = 0,
): readonly Block[] {
  if (depth > DEEPEST) return []
  return components.flatMap((component) => describeComponent(component, options, depth))
}

/** One component. Nothing in it can be pressed: what needs a decision is decided on the machine. */
export function describeComponent(
  component: Component,
  options: DescribeOptions,
  depth = 0,
): readonly Block[] {
  // One of an unknown type is from a service that is newer than this program.
  const { type } = component
  const describe = Object.hasOwn(descriptions, type) ? descriptions[type as ComponentType] : undefined
  if (typeof describe !== 'function') {
    const said = options.read(component)
    return said === '' ? [] : words(said)
  }
  return (describe as unknown as (component: Component, around: Around) => readonly Block[])(component, {
    inner: (children = []) => describeComponents(children, options, depth + 1),
    figure: (value, look) =>
      valueText(value, options.locale === undefined ? look : { ...look, locale: options.locale }),
    maxRows: options.most ?? MAX_ROWS,
    maxItems: options.most ?? MAX_ITEMS,
  })
}
