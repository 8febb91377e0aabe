import { randomBytes } from 'node:crypto'
import type { Component } from '../../../contract/component-schema.ts'
import { typeOf } from '../components/check-components.ts'
import type { Members } from '../components/json-schema.ts'
import { childLists, type KnownType, type KnownTypes } from '../components/known-types.ts'
import { mayLoad, shownAddress, type Judging } from './judge-address.ts'
import { loadedMembers, type LoadedMember } from './loaded-members.ts'
import { MarkdownPictures } from './markdown-pictures.ts'

/** A component that waits for a person, as it was written; a `held` component of the same id stands in its place. */
export interface HeldComponent {
  readonly id: string
  readonly component: Component
}

export interface HoldOptions {
  readonly known: KnownTypes
  readonly judging: Judging
}

/**
 * A component of a model as it may be sent to any client: where it would load what must not be loaded, a `held` component
 * stands in its place, which has nothing in it that a client could load.
 */
export function holdComponent(
  component: Component,
  options: HoldOptions,
): { readonly component: Component; readonly held: readonly HeldComponent[] } {
  const held: HeldComponent[] = []
  const shown = hold(structuredClone(component), { ...options, held })
  return { component: shown as Component, held }
}

function hold(component: Members, options: HoldOptions & { readonly held: HeldComponent[] }): Members {
  const { known, judging, held } = options
  const type = known.get(typeOf(component))
  if (!type) return component
  for (const { list, replace } of childLists(component, type))
    replace((list as Members[]).map((child) => hold(child, options)))
  const members = loadedMembers(component, type.schema)
  const isFine = ({ text, loads }: LoadedMember) => mayLoad(text, loads, judging)
  for (const { loads, holder, name, text } of members)
    if (loads === 'markdown') put(holder, name, withoutPictures(text, judging))
  const waiting = members.filter((member) => member.loads !== 'markdown' && !isFine(member))
  if (waiting.length === 0) return component
  const whole = structuredClone(component)
  // What it hears while it is shown would tell it more than it was written with.
  if (waiting.some(({ loads }) => loads === 'script')) delete whole['topics']
  held.push({ id: String(component['id']), component: whole as Component })
  return heldFor(component, { waiting, type })
}

/** Markdown whose pictures are links, but for those that may be loaded. */
export function withoutPictures(text: string, judging: Judging): string {
  const filter = new MarkdownPictures((address) => mayLoad(address, 'picture', judging))
  return filter.push(text) + filter.end()
}

function heldFor(
  component: Members,
  { waiting, type }: { waiting: readonly LoadedMember[]; type: KnownType },
): Members {
  const id = component['id']
  const { loads } = waiting[0]!
  const addresses = waiting.filter((one) => one.loads !== 'script').map(({ text }) => shownAddress(text))
  const title = ['title', 'label', 'name', 'alt', 'caption']
    .map((name) => component[name])
    .find((words) => typeof words === 'string' && words.trim() !== '')
  for (const { holder, name } of waiting) if (!Array.isArray(holder)) delete holder[name]
  // What is left of it is shown at once, where something is.
  const rest = { ...component, id: `cmp_${randomBytes(9).toString('base64url')}` }
  const isShown = type.check(structuredClone(rest)).length === 0
  return {
    type: 'held',
    id,
    loads,
    ...(typeof title === 'string' && { title: title.slice(0, 200) }),
    addresses: [...new Set(addresses)],
    children: isShown ? [rest] : [],
  }
}

function put(holder: LoadedMember['holder'], name: string | number, text: string): void {
  ;(holder as Record<string | number, unknown>)[name] = text
}
