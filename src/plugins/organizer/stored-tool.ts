import { AppError } from '../../contract/errors.ts'
import { literals, loose, nullable } from '../../contract/schema.ts'
import {
  defineTool,
  storedRecord,
  type Act,
  type AnyTool,
  type Reading,
  type Risk,
} from '../../contract/tool.ts'
import { Type, type Static, type TObject, type TSchema } from '../../contract/type.ts'
import { changeSchema, newEntrySchema, type StoredToolKind } from './stored-kinds.ts'
import type { StoredChange, StoredEntry, StoredThingsPort } from './stored-things-port.ts'

const USUAL_LIMIT = 100
/** From here on it is many: a person is asked. */
const MANY = 5
const MAX_ITEMS = 2_000

const Entry = loose({ id: Type.String({ description: 'Pass it to change and remove' }) })
const entries = (description: string) => Type.Optional(Type.Array(Entry, { description }))

const Data = Type.Object({
  key: Type.String({ description: 'Where it is stored: its component id and its key in the store' }),
  title: Type.String({ description: 'Its name' }),
  total: Type.Integer({ description: 'Total number of entries' }),
  entries: entries('Entries found, if something was read'),
  next_offset: Type.Optional(nullable(Type.Integer(), { description: 'The offset to continue with' })),
  columns: Type.Optional(Type.Array(Type.String(), { description: 'Columns of the board' })),
  others: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), entries: Type.Integer() }), {
      description: 'All of this kind, with the number of entries in each',
    }),
  ),
  added: entries('What was added'),
  changed: entries('What was changed, as it is now'),
  removed: entries('What was removed, as it was'),
  undo: Type.Optional(nullable(Type.String(), { description: 'Pass it as undo to revert the change' })),
})

type Given = Readonly<Record<string, unknown>> & {
  readonly query?: string
  readonly limit?: number
  readonly offset?: number
  readonly add?: StoredChange['add']
  readonly change?: StoredChange['change']
  readonly remove?: readonly string[]
  readonly clear?: 'done' | 'all'
  readonly columns?: readonly string[]
  readonly undo?: string
}

/** The tool for one kind of what is kept: without a change it reads. */
export function storedTool(kind: StoredToolKind, things: StoredThingsPort): AnyTool {
  const placeOf = (given: Given) => ({
    kind: kind.kind,
    name: kind.named && (given[kind.named.argument] as string | undefined),
  })
  return defineTool({
    action: kind.action,
    title: kind.title,
    description: `${kind.description} Reads if called without add, change, remove or clear.`,
    params: paramsOf(kind),
    data: Data,
    risk: 'write',
    riskOf: (given) => riskOf(given as Given),
    actOf: (given) => actOf(given as Given, kind),
    async reads(given, { origins }): Promise<readonly Reading[]> {
      const records = await things.records(placeOf(given as Given))
      return records.some((record) => origins?.isFromOutside(record)) ? ['untrusted', 'private'] : ['private']
    },
    writes: ({ key, added = [], changed = [] }) =>
      [...added, ...changed].map(({ id }) => storedRecord(key, id)),
    card: ({ key, title, undo }) =>
      undo === undefined ? undefined : { type: componentOf(kind), id: key, title: title.slice(0, 200) },
    idempotent: false,
    example: { args: kind.example },
    async run(args, call) {
      const given = args as Given
      if (given.undo !== undefined) return told(await things.undo(placeOf(given), onlyUndo(given)))
      const change = changeIn(given)
      if (change) return told(await things.change(placeOf(given), change, call.now()))
      const { query, limit = USUAL_LIMIT, offset = 0 } = given
      const { message, ...data } = await things.read(placeOf(given), { query, limit, offset })
      return { message, data: { ...data, entries: [...data.entries] } as Static<typeof Data> }
    },
  })
}

/** The reminders are a list of their own that rings. */
function componentOf({ kind }: StoredToolKind): string {
  return kind === 'reminders' ? 'todo_list' : kind
}

function told({ message, ...data }: Awaited<ReturnType<StoredThingsPort['change']>>) {
  const some = (list: readonly StoredEntry[]) => (list.length === 0 ? undefined : [...list])
  const lists = { added: some(data.added), changed: some(data.changed), removed: some(data.removed) }
  const present = Object.entries(lists).filter(([, list]) => list !== undefined)
  const { key, title, total, undo } = data
  return { message, data: { key, title, total, ...Object.fromEntries(present), undo } as Static<typeof Data> }
}

/** Undefined when it only reads. */
function changeIn({ add = [], change = [], remove = [], clear, columns }: Given): StoredChange | undefined {
  const isChange = add.length + change.length + remove.length > 0 || clear !== undefined
  if (!isChange && columns === undefined) return undefined
  return { add, change, remove, clear, columns }
}

function riskOf(given: Given): Risk {
  if (given.undo !== undefined) return 'write'
  if (given.clear !== undefined || (given.remove ?? []).length > MANY) return 'dangerous'
  return changeIn(given) ? 'write' : 'read'
}

/** Ids of entries say nothing to a person, so only what is added is named. */
function actOf(given: Given, { title, named }: StoredToolKind): Act {
  const { add = [], change = [], remove = [], clear, undo } = given
  const name = named && given[named.argument]
  const place = typeof name === 'string' ? name : title
  if (add.length > 0) return { verb: 'Add', subject: add.map(nameOf), rest: `to ${place}` }
  if (clear !== undefined) return { verb: clear === 'all' ? 'Clear' : 'Clear what is done in', rest: place }
  if (remove.length > 0) return { verb: `Remove ${counted(remove.length)} from`, rest: place }
  if (change.length > 0) return { verb: `Change ${counted(change.length)} in`, rest: place }
  return undo === undefined ? { verb: 'Look into', rest: place } : { verb: 'Undo in', rest: place }
}

function counted(entries: number): string {
  return entries === 1 ? 'one entry' : `${entries} entries`
}

function nameOf(entry: Readonly<Record<string, unknown>>): string {
  const named = ['title', 'name', 'text', 'description'].map((member) => entry[member])
  return named.find((value) => typeof value === 'string') ?? ''
}

function onlyUndo(given: Given): string {
  if (changeIn(given))
    throw new AppError('invalid_request', 'Use undo alone. Make other changes in a second call.')
  return given.undo!
}

function paramsOf(kind: StoredToolKind): TObject {
  const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
  const { named } = kind
  const many = (items: TSchema, description: string) =>
    optional(Type.Array(items, { maxItems: MAX_ITEMS, description }))
  const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
  return Type.Object({
    ...(named && { [named.argument]: optional({ ...name, description: named.description }) }),
    query: optional({ ...name, description: 'Read only entries with these words or this id' }),
    limit: optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        default: USUAL_LIMIT,
        description: 'Maximum number of entries to read',
      }),
    ),
    offset: optional(Type.Integer({ minimum: 0, default: 0, description: 'Entries to skip' })),
    add: many(newEntrySchema(kind), 'New entries'),
    change: many(changeSchema(kind), 'Entries to change; null removes a member'),
    remove: many({ ...name, maxLength: 1_000 }, 'Ids of entries to delete, or their full names'),
    clear: optional(literals(kind.hasDone ? ['done', 'all'] : ['all'], { description: clearWords(kind) })),
    ...(kind.hasColumns && {
      columns: optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }), {
          minItems: 1,
          maxItems: 20,
          description: 'Columns of the board; To do, Doing and Done by default for a new one',
        }),
      ),
    }),
    undo: optional({ ...name, description: 'The undo value of an earlier result: reverts that change' }),
  })
}

function clearWords({ hasDone, named }: StoredToolKind): string {
  const all = named ? `all: deletes the ${named.argument} itself` : 'all: deletes every entry'
  return hasDone ? `done: deletes completed entries; ${all}` : all
}
