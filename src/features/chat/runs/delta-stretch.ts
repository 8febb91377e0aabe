import { isDelta, runEvent, type Delta, type RunEvent } from './run-event.ts'

/** Rows of the log: one event each, or a stretch of deltas that belong together. */
export interface EventRow {
  readonly seq: number
  readonly last_seq: number
  readonly type: string
  readonly data: string
}

/** Deltas in a row with one id: their text in one piece, and at which character each of them ended. */
interface Stretch {
  readonly id: string
  readonly text: string
  readonly ends: readonly number[]
}

/**
 * A long answer is thousands of deltas of a few letters. Kept one by one they would need ten times the room of the text;
 * packed they can still be replayed exactly as they were sent.
 */
export function packEvents(events: readonly RunEvent[]): EventRow[] {
  const rows: EventRow[] = []
  let stretch: { first: RunEvent & { fact: Delta }; text: string; ends: number[] } | undefined
  const close = () => {
    if (stretch) rows.push(stretchRow(stretch))
    stretch = undefined
  }
  for (const event of events) {
    const { fact, seq } = event
    if (!isDelta(fact)) {
      close()
      rows.push({ seq, last_seq: seq, type: fact.type, data: event.json })
      continue
    }
    const belongs =
      stretch?.first.fact.id === fact.id &&
      stretch.first.fact.type === fact.type &&
      stretch.first.seq + stretch.ends.length === seq
    if (!belongs) close()
    stretch ??= { first: { ...event, fact }, text: '', ends: [] }
    stretch.text += fact.delta
    stretch.ends.push(stretch.text.length)
  }
  close()
  return rows
}

/** Rows that were written one after the other, with stretches that belong together in one. */
export function joinStretches(rows: readonly EventRow[]): EventRow[] {
  const groups: EventRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)?.at(-1)
    const belongs =
      last !== undefined && isStretch(row) && last.type === row.type && last.last_seq + 1 === row.seq
    if (belongs && idOf(last) === idOf(row)) groups.at(-1)!.push(row)
    else groups.push([row])
  }
  return groups.map((group) => (group.length === 1 ? group[0]! : joined(group)))
}

function joined(group: readonly EventRow[]): EventRow {
  const pieces = group.map(({ data }) => JSON.parse(data) as Stretch)
  const ends: number[] = []
  let length = 0
  for (const piece of pieces) {
    for (const end of piece.ends) ends.push(length + end)
    length += piece.text.length
  }
  const stretch: Stretch = { id: pieces[0]!.id, text: pieces.map(({ text }) => text).join(''), ends }
  const { seq, type } = group[0]!
  return { seq, last_seq: group.at(-1)!.last_seq, type, data: JSON.stringify(stretch) }
}

function isStretch({ type }: EventRow): boolean {
  return type === 'text.delta' || type === 'reasoning.delta'
}

/** It stands first in what is written. */
function idOf({ data }: EventRow): string {
  return data.slice(0, data.indexOf(',"text":'))
}

export function unpackRow({ seq, type, data }: EventRow): RunEvent[] {
  if (type !== 'text.delta' && type !== 'reasoning.delta') {
    const { seq: _seq, ...fact } = JSON.parse(data) as { seq: number } & RunEvent['fact']
    return [{ seq, fact, json: data }]
  }
  const { id, text, ends } = JSON.parse(data) as Stretch
  return ends.map((end, index) =>
    runEvent(seq + index, { type, id, delta: text.slice(ends[index - 1] ?? 0, end) }),
  )
}

function stretchRow({
  first,
  text,
  ends,
}: {
  first: RunEvent & { fact: Delta }
  text: string
  ends: number[]
}): EventRow {
  const { seq, fact } = first
  const stretch: Stretch = { id: fact.id, text, ends }
  return { seq, last_seq: seq + ends.length - 1, type: fact.type, data: JSON.stringify(stretch) }
}
