import type { ComponentType, NewComponent } from '../../components/schemas.ts'
import type { Component } from '../../contract/component-schema.ts'
import type { Ink, Lines } from './ink.ts'

/** Draws what stands inside a component. */
export type Inner = (children: readonly Component[], ink: Ink) => Lines

/** How one type of component is drawn. What has a default may be missing: not everything comes from an answer. */
export type Drawing<Type extends ComponentType> = (
  component: NewComponent<Type>,
  ink: Ink,
  inner: Inner,
) => Lines

/** Drawings of some types; all of these parts together must be all types. */
export type DrawingsOf<Type extends ComponentType> = { readonly [One in Type]: Drawing<One> }
