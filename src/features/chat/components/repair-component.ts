import type { Component } from '../../../contract/component-schema.ts'
import type { ErrorIssue } from '../../../contract/errors.ts'
import { AnswerRoom, componentLimits } from './answer-room.ts'
import { giveIds, namesStoreKey, typeOf } from './check-components.ts'
import { snakeCase } from './component-words.ts'
import { fitMembers, type Notes } from './fit-value.ts'
import { isMembers, type Members } from './json-schema.ts'
import { childLists, type KnownType, type KnownTypes } from './known-types.ts'
import { looksLikeJson, parseLooseJson } from './parse-loose-json.ts'
import { makeConsistent } from './make-consistent.ts'
import { plainCopy } from './plain-copy.ts'
import { recognizeComponent } from './recognize-component.ts'
import { renameMembers } from './rename-members.ts'
import { typeRepairs } from './type-repairs.ts'

const RAW_CHARACTERS = 2_000
const MAX_NOTES = 20

/** Only the service makes these: a model that writes its own could ask a person to approve something else than it shows. */
const reserved: ReadonlySet<string> = new Set(['confirmation', 'task_tracker', 'held', 'mcp_app'])

export function isReserved(type: string): boolean {
  return reserved.has(type)
}

/** What became of one component that did not fit, for telemetry and for the `notice` of the run. */
export interface ComponentRepair {
  /** As it was written; empty when it had none. */
  readonly type: string
  /** Mended, shown as an error with what came, or not shown because the answer is full. */
  readonly outcome: 'repaired' | 'replaced' | 'left_out'
  /** What was done, or what was wrong, as short sentences. */
  readonly notes: readonly string[]
}

export interface RepairOptions {
  readonly known: KnownTypes
  /** Shared by all components of one answer; a new one when left out. */
  readonly room?: AnswerRoom
  readonly onRepair?: (repair: ComponentRepair) => void
}

/**
 * Components from a model or a plugin as components that fit, whatever came: a list, `{components: […]}`, one alone, or
 * their JSON text. Nothing is dropped silently.
 */
export function repairComponents(value: unknown, options: RepairOptions): Component[] {
  const answer = new Repairing(options)
  return answer.list(listIn(plainCopy(value)), { most: Infinity, depth: 1 }).map((component) => {
    giveIds(component, answer)
    return component as Component
  })
}

/** One component of an answer that is written piece by piece; undefined when the answer is full. */
export function repairComponent(value: unknown, options: RepairOptions): Component | undefined {
  return repairComponents([value], options)[0]
}

function listIn(value: unknown): unknown[] {
  const parsed =
    typeof value === 'string' && looksLikeJson(value) ? plainCopy(parseLooseJson(value)) : undefined
  if (Array.isArray(parsed) || (isMembers(parsed) && Array.isArray(parsed['components'])))
    return listIn(parsed)
  if (Array.isArray(value)) return value
  const inner = isMembers(value) && value['type'] === undefined ? value['components'] : undefined
  return Array.isArray(inner) ? inner : [value]
}

/** A component that was recognized, on its way to one that fits. */
interface Meant {
  readonly type: KnownType
  readonly notes: Notes
  /** What came. */
  readonly value: unknown
  readonly depth: number
}

class Repairing {
  readonly known: KnownTypes
  readonly room: AnswerRoom
  readonly #onRepair: (repair: ComponentRepair) => void

  constructor({ known, room = new AnswerRoom(), onRepair = () => {} }: RepairOptions) {
    this.known = known
    this.room = room
    this.#onRepair = onRepair
  }

  /** As many as there is room for; the last one says how many are missing. */
  list(values: readonly unknown[], { most, depth }: { most: number; depth: number }): Members[] {
    const repaired: Members[] = []
    for (const [index, value] of values.entries()) {
      const missing = values.length - index
      // The last place of an answer, and of a list that is too long, is for saying so.
      if (this.room.left <= 1 || (repaired.length === most - 1 && missing > 1)) {
        this.#onRepair({ type: typeOf(value), outcome: 'left_out', notes: [`${missing} left out`] })
        if (this.room.take()) repaired.push(leftOut(missing))
        break
      }
      repaired.push(this.#node(value, depth))
    }
    return repaired
  }

  #node(value: unknown, depth: number): Members {
    this.room.take()
    const recognized = recognizeComponent(value, this.known)
    if (!recognized) return this.#replaced(value, { reasons: ['it is not a known component'] })
    const { members, notes } = recognized
    const type = this.known.get(typeOf(members))!
    if (isReserved(type.definition.type))
      return this.#replaced(value, { reasons: ['only the service makes this type'] })
    if (!namesStoreKey(type)) delete members['id']
    return this.#mended(members, { type, notes: [...notes], value, depth })
  }

  #mended(members: Members, { type, notes, value, depth }: Meant): Members {
    const written = typeOf(value)
    // On a copy, for a check fills in defaults, and those would hide what other names were meant for.
    const fits = type.check({ ...members }).length === 0
    // Mending changes what came, which is still to be shown if it fails.
    const raw = fits ? undefined : rawText(value)
    if (!fits) mend(members, type, notes)
    if (depth >= componentLimits.depth && holdsChildren(members, type))
      return this.#replaced(value, {
        raw,
        reasons: [`it is nested deeper than ${componentLimits.depth} components`],
      })
    this.#children(members, type, depth)
    makeConsistent(members, { type: type.definition.type, notes })
    const issues = withoutWhatDoesNotFit(members, type, notes)
    if (issues.length > 0)
      return this.#replaced(value, { raw, reasons: issues.map((issue) => sentence(issue, type)) })
    if (notes.length > 0)
      this.#onRepair({ type: written, outcome: 'repaired', notes: notes.slice(0, MAX_NOTES) })
    return members
  }

  #children(members: Members, type: KnownType, depth: number): void {
    for (const { list, replace } of childLists(members, type)) {
      const entries = (Array.isArray(list) ? list : [list]).filter((child) => child !== null && child !== '')
      replace(this.list(entries, { most: componentLimits.children, depth: depth + 1 }))
    }
  }

  #replaced(
    value: unknown,
    { raw = rawText(value), reasons }: { raw?: string | undefined; reasons: readonly string[] },
  ): Members {
    const type = typeOf(value)
    this.#onRepair({ type, outcome: 'replaced', notes: reasons.slice(0, MAX_NOTES) })
    return {
      type: 'error',
      title: "Couldn't show this part",
      message: `Couldn't draw the part${type && ` "${type}"`}: ${reasons[0]}. The original is below.`,
      code: 'invalid_component',
      retryable: false,
      raw,
    }
  }
}

function mend(members: Members, type: KnownType, notes: Notes): void {
  const { schema, definition } = type
  renameMembers(members, schema, notes)
  typeRepairs[definition.type as keyof typeof typeRepairs]?.(members)
  if (definition.tier === 3 && !isName(members['id'])) {
    members['id'] = nameFor(members['title'], definition.type)
    notes.push(`kept under ${JSON.stringify(members['id'])}: it had no id`)
  }
  fitMembers(members, schema, notes)
  if (notes.length === 0) notes.push('values written as they are declared')
}

function isName(id: unknown): boolean {
  return (typeof id === 'string' && id !== '') || typeof id === 'number'
}

function nameFor(title: unknown, type: string): string {
  return (typeof title === 'string' && snakeCase(title).slice(0, 100)) || type
}

function holdsChildren(members: Members, type: KnownType): boolean {
  return childLists(members, type).some(({ list }) => !Array.isArray(list) || list.length > 0)
}

/**
 * Takes out entries and members that do not fit, as long as something is left to show; returns what still is wrong.
 */
function withoutWhatDoesNotFit(members: Members, type: KnownType, notes: Notes): readonly ErrorIssue[] {
  const { schema } = type
  let issues = type.check(members)
  while (issues.length > 0) {
    const removed = issues.filter((issue) => canGo(members, issue, type))
    if (removed.length === 0) return issues
    takeOut(members, removed)
    if (schema.required!.some((name) => isEmptyList(members[name]))) return issues
    notes.push(...removed.map((issue) => `left out: ${sentence(issue, type)}`))
    issues = type.check(members)
  }
  return []
}

/** Whether what an issue is about is the entry of a list, or a member that may be left out. */
function canGo(members: Members, { path }: ErrorIssue, { schema }: KnownType): boolean {
  const [name = '', index] = path.split('/').slice(1)
  const value = members[name]
  if (Array.isArray(value) && index !== undefined) return Object.hasOwn(value, index)
  return value !== undefined && Object.hasOwn(members, name) && !schema.required!.includes(name)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function takeOut(members: Members, issues: readonly ErrorIssue[]): void {
  const segments = issues.map(({ path }) => path.split('/').slice(1))
  for (const [name, places] of Map.groupBy(segments, ([first = '']) => first)) {
    const value = members[name]
    const entries = new Set(places.map(([, index]) => Number(index)))
    if (Array.isArray(value) && places.every(([, index]) => index !== undefined))
      members[name] = value.filter((_, position) => !entries.has(position))
    else delete members[name]
  }
}

function leftOut(count: number): Members {
  const parts = count === 1 ? '1 more part was' : `${count} more parts were`
  return {
    type: 'alert',
    text: `${parts} left out: the answer is too large.`,
    tone: 'warning',
    dismissible: true,
  }
}

function sentence({ path, message }: ErrorIssue, { schema }: KnownType): string {
  const [name = '', ...below] = path.split('/').slice(1)
  const described = below.length === 0 ? schema.properties?.[name]?.description : undefined
  // A regular expression helps nobody; what the member is for does.
  if (message.startsWith('must match pattern'))
    return `${name} has the wrong form${described === undefined ? '' : ` (expected: ${described})`}`.slice(
      0,
      300,
    )
  return `${path.slice(1).replaceAll('/', '.').slice(0, 100) || 'it'} ${message}`.slice(0, 300)
}

function rawText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return (text.length > RAW_CHARACTERS ? `${text.slice(0, RAW_CHARACTERS - 1)}…` : text).toWellFormed()
}
