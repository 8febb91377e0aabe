import type { Database } from '../../../platform/database/database.ts'
import type { Happening } from '../schemas.ts'

/** A tool's whole result is in the events of its run; here it would make a long conversation slow to open. */
const RESULT_CHARACTERS = 20_000

const TOLD = "('tool.start', 'tool.end', 'approval.result', 'notice')"

interface Row {
  readonly run: string
  readonly type: string
  /** Only of what is told. */
  readonly data: string | null
  readonly text_id: string | null
  readonly place: number | null
  readonly component_id: string | null
}

/** What was done on the way to each answer of a conversation, by run: the part of the story that is no component. */
export function happeningsOf(database: Database, chat: number): Map<string, Happening[]> {
  const rows = database
    .prepare(
      `SELECT runs.id AS run, type, CASE WHEN type IN ${TOLD} THEN data END AS data,
         CASE type WHEN 'text.delta' THEN data ->> '$.id' END AS text_id,
         CASE type WHEN 'component.add' THEN data ->> '$.index' END AS place,
         CASE type WHEN 'component.add' THEN data ->> '$.component.id' END AS component_id
       FROM run_events JOIN runs ON runs.number = run_events.run
       WHERE runs.chat = ?1 AND type IN ('text.delta', 'component.add', 'tool.start', 'tool.end', 'approval.result', 'notice')
         AND EXISTS (SELECT 1 FROM run_events AS told WHERE told.run = runs.number AND told.type IN ${TOLD})
       ORDER BY runs.number, seq`,
    )
    .all(chat) as unknown as Row[]
  const byRun = Map.groupBy(rows, ({ run }) => run)
  return new Map([...byRun].map(([run, own]) => [run, happeningsIn(own)]))
}

function happeningsIn(rows: readonly Row[]): Happening[] {
  const places: string[] = []
  const told: { readonly fact: Happening; readonly behind: number }[] = []
  for (const { data, text_id, place, component_id } of rows) {
    if (data !== null)
      told.push({ fact: shortened(JSON.parse(data) as Happening), behind: places.length - 1 })
    else if (text_id !== null && places.at(-1) !== text_id) places.push(text_id)
    // What a skeleton stood for takes its place, and with it what came behind the skeleton.
    else if (place !== null) places[place] = component_id ?? ''
  }
  return told.map(({ fact, behind }) => ({ ...fact, after: places[behind] ?? null }))
}

function shortened(fact: Happening): Happening {
  const { result } = fact as { result?: { data?: unknown } | null }
  if (!result || JSON.stringify(result.data ?? null).length <= RESULT_CHARACTERS) return fact
  return { ...fact, result: { ...result, data: null }, shortened: true }
}
