import type { ComponentType as ReactComponent } from 'react'
import type { ComponentType, NewComponent } from '../schemas.ts'
import { lazyPart } from './lazy-part.ts'

/**
 * What a view gets: the members of its type, and the id of the component. What has a default may be missing, since not
 * every component comes from an answer.
 */
export type ViewProps<Type extends ComponentType> = Omit<NewComponent<Type>, 'type' | 'id'> & {
  readonly id: string
}

/** How many columns of an answer a card takes: 1, 2 or all 4; `line` is text and the like, without a card. */
export type ViewSize = 'small' | 'medium' | 'wide' | 'line'

export interface ViewEntry<Type extends ComponentType> {
  readonly View: ReactComponent<ViewProps<Type>>
  readonly size: ViewSize
  /** Height in pixels of the skeleton, so that nothing jumps when the view comes. */
  readonly height: number
}

export type ViewRegistry = { readonly [Type in ComponentType]: ViewEntry<Type> }

/** A view whose code is fetched when it is first drawn. */
export function lazyView<Type extends ComponentType>(
  size: ViewSize,
  height: number,
  load: () => Promise<ReactComponent<ViewProps<Type>>>,
): ViewEntry<Type> {
  return { View: lazyPart(load), size, height }
}
