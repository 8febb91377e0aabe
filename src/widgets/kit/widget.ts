import type { NewComponent } from '../../components/schemas.ts'
import type { Component } from '../../contract/component-schema.ts'
import type { ResultOf } from '../../contract/endpoint.ts'
import type { Static, TObject, TSchema } from '../../contract/type.ts'
import type { Turn, UpstreamHub } from '../../platform/upstream/hub.ts'
import type { Answered, Lookup, ReadSetting } from '../../platform/upstream/provider.ts'
import type { LiveEndpoint, Reading } from './live-endpoint.ts'

/** What live data is asked for with. */
export interface WidgetContext {
  readonly hub: UpstreamHub
  readonly setting: ReadSetting
  readonly now: () => Date
}

/** What the endpoint takes, in its query or its body. */
export type WishOf<E extends LiveEndpoint> = E['body'] extends TSchema
  ? Static<E['body']>
  : E['query'] extends TSchema
    ? Static<E['query']>
    : Readonly<Record<string, never>>

/**
 * How a widget gets its data. Everything that shows or asks for them is derived: the endpoint, the tool for models and
 * the answer in somebody else's chat.
 */
export interface Widget<E extends LiveEndpoint> {
  readonly contract: E
  /** Every question that it may ask a provider. */
  // oxlint-disable-next-line no-explicit-any -- lookups of different questions share one list
  readonly lookups: readonly Lookup<any, any>[]
  /** For all that it asks together, when the usual time is too short. */
  readonly deadlineMs?: number
  answer(
    wish: WishOf<E>,
    context: WidgetContext & { readonly turn: Turn },
  ): Promise<Answered<Reading<E['result']>>>
  /** What the data say, in a sentence for a model. */
  summary(data: ResultOf<E>): string
  /** What the component asks for, where that is not what it has under the names of the endpoint. */
  wishOf?(component: NewComponent<E['component']>): WishOf<E>
}

// oxlint-disable-next-line no-explicit-any -- widgets of different data share one list; each was checked where it is defined
export type AnyWidget = Widget<any>

export function defineWidget<E extends LiveEndpoint>(
  contract: E,
  widget: Omit<Widget<E>, 'contract'>,
): Widget<E> {
  return { contract, ...widget }
}

/** What is asked for by a component: what it has under the names of the endpoint, unless its widget says otherwise. */
export function wishOf(widget: AnyWidget, component: Component): Readonly<Record<string, unknown>> {
  if (widget.wishOf) return widget.wishOf(component) as Readonly<Record<string, unknown>>
  const { query, body } = widget.contract
  const names = Object.keys(((query ?? body) as TObject | undefined)?.properties ?? {})
  const given = names.map((name) => [name, component[name]] as const)
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== ''))
}

/** The same answer with another value. */
export function mapped<From, To>(answered: Answered<From>, change: (value: From) => To): Answered<To> {
  return { ...answered, value: change(answered.value) }
}
