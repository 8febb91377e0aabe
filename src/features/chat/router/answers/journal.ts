import type { StoredOf } from '../../../../components/schemas.ts'
import { isoDay } from '../../../../platform/language/values/calendar.ts'
import type { Period } from '../../../../platform/language/values/past-dates.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { cards } from './cards.ts'
import {
  addFirst,
  counted,
  entriesOf,
  listOf,
  offerToClear,
  plain,
  removeEntry,
  removeNamed,
  shortened,
  type Collection,
  type Entry,
} from './entries.ts'
import { matchesOf } from './matching.ts'
import type { StoredValues } from './stored.ts'

type DayEntry = StoredOf<'journal'>['entries'][number] & Entry

const LONGEST = 100_000

export const journal: Collection<DayEntry> = {
  card: cards.journal,
  member: 'entries',
  most: 5_000,
  noun: 'journal entry',
  nouns: 'journal entries',
  name: ({ text, date }) => `${shortened(text, 50)} (${date})`,
  text: ({ text, date, tags = [] }) => `${text} ${date} ${tags.join(' ')}`,
  isWhole: ({ text, date }) => typeof text === 'string' && typeof date === 'string',
}

export function journalActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    journal: (understood) => showEntries(store, understood),
    'journal.add': (understood) => addEntry(store, understood),
    'journal.remove': (understood) => removeDay(store, understood),
  }
}

async function addEntry(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const text = textOf(slots, 'text')?.slice(0, LONGEST)
  const today = isoDay(when.today)
  const date = textOf(slots, 'date') ?? today
  if (text === undefined) voice.decline('What shall I write into your journal? Say "journal: …".')
  else {
    await addFirst(store, journal, { entry: { date, text }, now: when.now })
    const day = date === today ? '' : ` for ${date}`
    voice.say(`Written into your journal${day}: “${plain(shortened(text, 300))}”.`)
  }
  voice.add(journal.card)
}

function showEntries(store: StoredValues, { slots, voice }: Understood): void {
  const all = entriesOf(store, journal)
  if (slots['count'] === true) voice.say(`You have ${counted(all.length, journal)}.`)
  const asked = askedFor(all, slots)
  if (!asked) {
    voice.add(journal.card)
    return
  }
  if (asked.found.length === 0) {
    voice.decline(`There is no journal entry ${asked.label ?? 'yet'}.`)
    voice.add(journal.card)
    return
  }
  voice.say(
    asked.label === undefined
      ? 'Your last journal entry:'
      : `${counted(asked.found.length, journal)} ${asked.label}:`,
  )
  voice.add(
    listOf(
      asked.found.map(({ text, date }) => ({ text, detail: date })),
      'Journal',
    ),
  )
}

interface AskedEntries {
  readonly found: readonly DayEntry[]
  /** Which they are; left out when it is the last one. */
  readonly label?: string
}

/** Undefined when the whole journal is meant. */
function askedFor(all: readonly DayEntry[], slots: Understood['slots']): AskedEntries | undefined {
  const about = textOf(slots, 'about')
  if (about !== undefined)
    return { found: matchesOf(all, about, journal).entries, label: `about “${plain(about)}”` }
  const period = slots['period'] as Period | undefined
  if (period)
    return {
      found: all.filter(({ date }) => date >= period.from && date <= period.to),
      label: `from ${period.label.replace(/^(?:in|on) /, '')}`,
    }
  return slots['last'] === true ? { found: all.slice(0, 1) } : undefined
}

async function removeDay(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  if (slots['all'] === true) return offerToClear(store, understood, journal)
  const wanted = textOf(slots, 'about')
  if (wanted !== undefined) return removeNamed(store, understood, { collection: journal, wanted })
  const found = askedFor(entriesOf(store, journal), slots)?.found ?? []
  if (found.length === 1) {
    await removeEntry(store, journal, found[0]!)
    voice.say(`Deleted the journal entry “${journal.name(found[0]!)}”.`)
  } else if (found.length > 1) {
    voice.decline(`There are ${found.length}. Which one?`)
    for (const entry of found.slice(0, 6)) {
      const name = journal.name(entry).replaceAll('"', "'")
      voice.add({
        type: 'button',
        label: name.slice(0, 80),
        action: { kind: 'chat', message: `delete the journal entry "${name}"` },
      })
    }
  } else voice.decline('There is no such journal entry. Nothing was deleted.')
  voice.add(journal.card)
}
