import { LibraryBig, Star } from 'lucide-react'
import { useState } from 'react'
import type { StoredOf } from '../schemas.ts'
import { TextField } from '../view-kit/controls/controls.tsx'
import { DeleteButton } from '../view-kit/controls/delete-button.tsx'
import { edited, isFound, now, withoutEntry, type Changes } from '../view-kit/store/entries.ts'
import {
  AddLine,
  FilterField,
  StoredCard,
  MoreBelow,
  NothingHere,
  useSome,
} from '../view-kit/store/stored-list.tsx'
import { LineInput } from '../view-kit/controls/line-input.tsx'
import { OutLink } from '../view-kit/text/out-link.tsx'
import { Segments } from '../view-kit/controls/segments.tsx'
import { SharedText } from '../view-kit/store/shared-text.tsx'
import { newEntryId, useStored, type Stored } from '../view-kit/store/stored.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Reading = StoredOf<'reading_list'>
type Item = Reading['items'][number]
type Change = Stored<Reading>['change']
type Which = Item['status'] | 'all'

const EMPTY: Reading = { items: [] }

const STATES: Record<Item['status'], string> = { to_read: 'To read', reading: 'Reading', read: 'Read' }
const WHICH: readonly { value: Which; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'to_read', label: 'To read' },
  { value: 'reading', label: 'Reading' },
  { value: 'read', label: 'Read' },
]

export function ReadingListView({ id, title, initial }: ViewProps<'reading_list'>) {
  const stored = useStored(id, initial ?? EMPTY)
  const [which, setWhich] = useState<Which>('all')
  const [search, setSearch] = useState('')
  const { items } = stored.value
  const shown = items.filter(
    (item) =>
      (which === 'all' || item.status === which) && isFound(search, [item.title, item.author, item.note]),
  )
  const { some, more } = useSome(shown)
  const add = (text: string) => {
    const item: Item = { id: newEntryId(), title: text, status: 'to_read', created_at: now() }
    stored.change((value) => ({ ...value, items: [...value.items, item] }))
    if (which !== 'all') setWhich('to_read')
  }
  return (
    <StoredCard
      stored={stored}
      icon={<LibraryBig aria-hidden className="size-4" />}
      title={title ?? 'Reading list'}
      subtitle={
        items.length > 0 ? `${items.filter(({ status }) => status !== 'read').length} to go` : undefined
      }
    >
      <div className="mb-2 flex">
        <Segments label="Filter" values={WHICH} chosen={which} onChoose={setWhich} />
      </div>
      <FilterField count={items.length} search={search} onSearch={setSearch} />
      {shown.length === 0 && (
        <NothingHere search={search}>Nothing here. Add a book or an article below.</NothingHere>
      )}
      <ul className="fading mb-1 max-h-96 divide-y divide-line overflow-y-auto">
        {some.map((item) => (
          <ItemRow key={item.id} item={item} change={stored.change} remove={stored.remove} />
        ))}
      </ul>
      <MoreBelow {...more} />
      <AddLine label="Add a book or an article" maxLength={500} onAdd={add} />
    </StoredCard>
  )
}

function ItemRow({ item, change, remove }: { item: Item } & Pick<Stored<Reading>, 'change' | 'remove'>) {
  const edit = (changes: Changes<Item>) =>
    change((value) => ({ ...value, items: edited(value.items, item.id, { ...changes, updated_at: now() }) }))
  return (
    <li className="py-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <LineInput
            label="Title"
            className="w-full font-medium"
            maxLength={500}
            value={item.title}
            onWrite={(title) => edit({ title })}
          />
          <p className="clip text-sm text-ink-3">{item.author}</p>
        </div>
        <select
          aria-label={`Status of ${item.title}`}
          className="min-h-8 rounded-lg bg-surface-2 px-2 text-xs font-medium text-ink-2 pointer-coarse:min-h-10"
          value={item.status}
          onChange={({ target }) => edit({ status: target.value as Item['status'] })}
        >
          {Object.entries(STATES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <DeleteButton
          label={`Remove ${item.title}`}
          onClick={() =>
            remove(`“${item.title}”`, (value) => ({ ...value, items: withoutEntry(value.items, item.id) }))
          }
        />
      </div>
      {item.status === 'read' && (
        <Rating title={item.title} rating={item.rating} onRate={(rating) => edit({ rating })} />
      )}
      <details className="mt-1 text-sm">
        <summary className="cursor-pointer text-xs text-ink-3">
          {item.note === undefined ? 'More' : 'More, with a note'}
        </summary>
        <More item={item} edit={edit} change={change} />
      </details>
    </li>
  )
}

interface RatingProps {
  readonly title: string
  readonly rating: number | undefined
  readonly onRate: (rating: number | undefined) => void
}

function Rating({ title, rating = 0, onRate }: RatingProps) {
  return (
    <div role="group" aria-label={`Rating of ${title}`} className="flex">
      {[1, 2, 3, 4, 5].map((stars) => (
        <button
          key={stars}
          type="button"
          aria-pressed={rating === stars}
          aria-label={`${stars} of 5`}
          className={`p-1 pointer-coarse:p-2.5 ${stars <= rating ? 'text-warn' : 'text-ink-3'}`}
          onClick={() => onRate(rating === stars ? undefined : stars)}
        >
          <Star aria-hidden className="size-4" fill={stars <= rating ? 'currentColor' : 'none'} />
        </button>
      ))}
    </div>
  )
}

function More({
  item,
  edit,
  change,
}: {
  item: Item
  edit: (changes: Changes<Item>) => void
  change: Change
}) {
  const [url, setUrl] = useState(item.url ?? '')
  const isAddress = url === '' || /^https?:\/\/\S+$/i.test(url)
  return (
    <div className="mt-2 flex flex-col gap-2">
      <TextField
        label="Author"
        dir="auto"
        maxLength={300}
        value={item.author ?? ''}
        onChange={({ target }) => edit({ author: target.value === '' ? undefined : target.value })}
      />
      <TextField
        label="Where to read it"
        type="url"
        placeholder="https://"
        maxLength={2_048}
        value={url}
        problem={isAddress ? undefined : 'Enter an address starting with https://'}
        onChange={({ target }) => {
          setUrl(target.value)
          if (target.value === '') edit({ url: undefined })
          else if (/^https?:\/\/\S+$/i.test(target.value)) edit({ url: target.value })
        }}
      />
      {item.url !== undefined && (
        <OutLink url={item.url} className="font-medium text-accent">
          Open it
        </OutLink>
      )}
      <SharedText
        label="Note"
        rows={2}
        maxLength={10_000}
        value={item.note ?? ''}
        onEdit={(rewrite) =>
          change((value) => ({
            ...value,
            items: value.items.map((one) =>
              one.id === item.id ? { ...one, note: rewrite(one.note ?? '') } : one,
            ),
          }))
        }
      />
    </div>
  )
}
