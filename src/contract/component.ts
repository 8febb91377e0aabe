import type { Static, TObject } from 'typebox'

/**
 * What a view loads from a member without anybody pressing anything, said in the member's declaration as `loads`. Answers
 * of a model are judged by it before any client gets them: a member that is loaded and does not say so carries data out.
 */
export type Loads = 'picture' | 'feed' | 'data' | 'script' | 'markdown'

/** One kind of interface element: its members beside `type`, a sentence for the model, and an example. */
export interface ComponentDefinition<Type extends string = string, Props extends TObject = TObject> {
  readonly type: Type
  /** 0 layout and basics, 1 client-only widgets, 2 fed by live data, 3 kept in the store. */
  readonly tier: 0 | 1 | 2 | 3
  /** When a model or the router should choose it. */
  readonly summary: string
  readonly props: Props
  readonly example: Static<Props>
}

export function defineComponent<const Type extends string, Props extends TObject>(
  definition: ComponentDefinition<Type, Props>,
): ComponentDefinition<Type, Props> {
  return definition
}
