import type { Component } from '../../../contract/component-schema.ts'
import type { ErrorIssue } from '../../../contract/errors.ts'
import { nearestName } from '../../../platform/validation/validation.ts'
import { AnswerRoom, componentLimits } from './answer-room.ts'
import { isMembers, type Members } from './json-schema.ts'
import { childLists, type KnownType, type KnownTypes } from './known-types.ts'
import { plainCopy } from './plain-copy.ts'

export interface ComponentProblem {
  /** As it was written; empty when it had none. */
  readonly type: string
  /** Where in the component, and what is wrong there. */
  readonly issues: readonly ErrorIssue[]
}

/** A component that fits, with its defaults and an id, or every reason why it does not. */
export type CheckedComponent = { readonly component: Component } | { readonly problem: ComponentProblem }

export interface CheckOptions {
  readonly known: KnownTypes
  /** Shared by all components of one answer; a new one when left out. */
  readonly room?: AnswerRoom
}

/** Checks what the service made itself. What a model or a plugin made goes through `repairComponents`. */
export function checkComponents(
  values: readonly unknown[],
  { known, room = new AnswerRoom() }: CheckOptions,
): CheckedComponent[] {
  return values.map((value) => checkComponent(value, { known, room }))
}

export function checkComponent(
  value: unknown,
  { known, room = new AnswerRoom() }: CheckOptions,
): CheckedComponent {
  const component = plainCopy(value)
  const trial = room.copy()
  const issues = issuesOf(component, { known, room: trial, path: '', depth: 1 })
  if (issues.length > 0) return { problem: { type: typeOf(component), issues } }
  room.take(room.left - trial.left)
  giveIds(component as Members, { known, room })
  return { component: component as Component }
}

export function typeOf(value: unknown): string {
  const type = isMembers(value) ? value['type'] : undefined
  return typeof type === 'string' ? type.slice(0, 100) : ''
}

interface Place {
  readonly known: KnownTypes
  readonly room: AnswerRoom
  readonly path: string
  readonly depth: number
}

function issuesOf(value: unknown, place: Place): ErrorIssue[] {
  const { known, path, depth } = place
  if (depth > componentLimits.depth)
    return [{ path, message: `is nested deeper than ${componentLimits.depth} components` }]
  if (!place.room.take())
    return [{ path, message: `is more than the ${componentLimits.nodes} components that an answer holds` }]
  const type = isMembers(value) ? known.get(typeOf(value)) : undefined
  if (!isMembers(value) || type === undefined) return [unknownType(value, place)]
  const own = type.check(value).map((issue) => ({ path: path + issue.path, message: issue.message }))
  return own.length > 0 ? own : childIssues(value, type, place)
}

function childIssues(component: Members, type: KnownType, place: Place): ErrorIssue[] {
  return childLists(component, type).flatMap(({ path, list }) =>
    (list as unknown[]).flatMap((child, index) =>
      issuesOf(child, { ...place, path: `${place.path}${path}/${index}`, depth: place.depth + 1 }),
    ),
  )
}

function unknownType(value: unknown, { known, path }: Place): ErrorIssue {
  if (!isMembers(value)) return { path, message: 'must be object' }
  const type = typeOf(value)
  if (type === '') return { path: `${path}/type`, message: 'is required' }
  const near = nearestName(type, [...known.keys()])
  return {
    path: `${path}/type`,
    message: `"${type}" is unknown${near ? `; did you mean "${near}"?` : '; GET /api/components lists all types'}`,
  }
}

/** Every component gets an id of its own, except the widgets that are kept: theirs is the key in the store. */
export function giveIds(component: Members, { known, room }: { known: KnownTypes; room: AnswerRoom }): void {
  const type = known.get(typeOf(component))!
  if (!namesStoreKey(type)) component['id'] = room.idFor(component['id'])
  for (const { list } of childLists(component, type))
    for (const child of list as Members[]) giveIds(child, { known, room })
}

/** Whether the declaration itself says what `id` is. */
export function namesStoreKey({ definition }: KnownType): boolean {
  return Object.hasOwn(definition.props.properties, 'id')
}
