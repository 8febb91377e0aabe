import type { Component } from '../contract/component-schema.ts'
import type { ResultOf } from '../contract/endpoint.ts'
import type { Block, Blocks } from '../contract/text/blocks.ts'
import type { TextFormats } from '../contract/text/text-formats.ts'
import type { liveDataContract } from '../widgets/contracts.ts'
import type { ComponentType, NewComponent, StoredOf, StoredType } from './schemas.ts'

/** What one type of component says in words: the `describe` of its `text.ts`. What has a default may be missing. */
export type Description<Type extends ComponentType> = (
  component: NewComponent<Type>,
  context: DescriptionContext,
  data: DataOf<Type>,
) => Blocks

export interface DescriptionContext extends TextFormats {
  readonly now: Date
  /** Others read it too, as in a team chat: what only its owner may know is left out, and nothing in it can be pressed. */
  readonly isShared: boolean
  readonly randomBelow: (limit: number) => number
  /** What stands inside, one part for each child. */
  readonly inner: (children: readonly Component[]) => readonly (readonly Block[])[]
}

/** What it shows beside its own members: live data, or what is stored under its key. A key that was never written is empty. */
type DataOf<Type extends ComponentType> = Type extends LiveType
  ? LiveAnswers[Type]
  : Type extends StoredType
    ? Partial<StoredOf<Type>>
    : undefined

export type LiveType = keyof LiveAnswers

type Live = typeof liveDataContract

/** What the service answers to each component that shows live data: a widget that is missing does not compile. */
export type LiveAnswers = {
  readonly [Kind in keyof Live as Live[Kind]['component']]: ResultOf<Live[Kind]>
} & { readonly data_bound: unknown }
