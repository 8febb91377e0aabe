import type { Static, TObject } from 'typebox'

/**
 * What a view loads from a member without anybody pressing anything, said in the member's declaration as `loads`. Answers
 * of a model are judged by it before any client gets them: a member that is loaded and does not say so carries data out.
 */
export type Loads = 'picture' | 'feed' | 'data' | 'script' | 'markdown'

/** The groups of the gallery, in its order. */
export const galleryGroups = [
  'Time and calendar',
  'Lists and notes',
  'News and facts',
  'Calculate',
  'Make',
  'Play and learn',
] as const
export type GalleryGroup = (typeof galleryGroups)[number]

/** How Home offers a type that is of use on its own, for a person who looks for something to put there. */
export interface GalleryEntry<Member extends string = string, Values = object> {
  readonly group: GalleryGroup
  readonly title: string
  /** What it does, in a few words. */
  readonly about: string
  /** Name of a Lucide icon. */
  readonly icon: string
  /** The few members that a person sets, in order. */
  readonly settings?: readonly Member[]
  /** Those of them that must be set although an answer may leave them out. */
  readonly required?: readonly Member[]
  /** What a new one begins with; the example when left out. */
  readonly start?: Partial<Values>
  /** Members that begin as the person's own settings are, where those are set. */
  readonly own?: { readonly [Name in Member]?: 'HOME_CITY' | 'BASE_CURRENCY' | 'UNITS' }
}

/** One kind of interface element: its members beside `type`, a sentence for the model, and an example. */
export interface ComponentDefinition<Type extends string = string, Props extends TObject = TObject> {
  readonly type: Type
  /** 0 layout and basics, 1 client-only widgets, 2 fed by live data, 3 kept in the store. */
  readonly tier: 0 | 1 | 2 | 3
  /** When a model or the router should choose it. */
  readonly summary: string
  readonly props: Props
  readonly example: Static<Props>
  /** Left out for what only makes sense inside of an answer. */
  readonly gallery?: GalleryEntry
}

export function defineComponent<const Type extends string, Props extends TObject>(
  definition: ComponentDefinition<Type, Props> & {
    readonly gallery?: GalleryEntry<keyof Static<Props> & string, Static<Props>>
  },
): ComponentDefinition<Type, Props> {
  return definition
}
