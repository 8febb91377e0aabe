import type { Static, TObject } from 'typebox'

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
