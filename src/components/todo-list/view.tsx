import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import type { StoredOf } from '../schemas.ts'
import { DeleteButton } from '../view-kit/controls/delete-button.tsx'
import { formatDayOrMoment } from '../../contract/text/moments.ts'
import { AddLine, StoredCard } from '../view-kit/store/stored-list.tsx'
import { LineInput } from '../view-kit/controls/line-input.tsx'
import { Empty } from '../view-kit/states.tsx'
import { newEntryId, useStored, type Stored } from '../view-kit/store/stored.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Todos = StoredOf<'todo_list'>
type Todo = Todos['items'][number]

const EMPTY: Todos = { items: [] }

export function TodoListView({ id, title, show_done = true, initial }: ViewProps<'todo_list'>) {
  const stored = useStored(id, initial ?? EMPTY)
  const [showDone, setShowDone] = useState(show_done)
  const { items } = stored.value
  const open = items.filter(({ done }) => !done).length
  const shown = showDone ? items : items.filter(({ done }) => !done)
  const toggleLabel = showDone ? 'Hide done entries' : 'Show done entries'
  return (
    <StoredCard
      stored={stored}
      icon={<ListTodo aria-hidden className="size-4" />}
      title={title ?? id}
      subtitle={items.length > 0 ? `${open} open` : undefined}
      menu={[
        { label: toggleLabel, onSelect: () => setShowDone(!showDone) },
        {
          label: 'Remove done entries',
          onSelect: () => stored.remove('Done entries', withoutDone),
        },
      ]}
      height={96}
    >
      {shown.length === 0 && (
        <Empty>{items.length === 0 ? 'Nothing on this list yet.' : 'Everything is done.'}</Empty>
      )}
      <ul className="fading -mx-2 mb-1 max-h-96 overflow-y-auto">
        {shown.map((item) => (
          <Entry key={item.id} item={item} change={stored.change} remove={stored.remove} />
        ))}
      </ul>
      <AddLine
        label="New entry"
        placeholder="Add an entry"
        maxLength={1000}
        onAdd={(text) => stored.change(adding(text))}
      />
    </StoredCard>
  )
}

function Entry({ item, change, remove }: { item: Todo } & Pick<Stored<Todos>, 'change' | 'remove'>) {
  const edit = (members: Partial<Todo>) => change(editing(item.id, members))
  return (
    <li className="group flex items-start gap-2 rounded-lg px-2 hover:bg-surface-2">
      <input
        type="checkbox"
        className="checkbox mt-[9px]"
        aria-label={`${item.text} is done`}
        checked={item.done}
        onChange={(event) => edit(doneAt(event.target.checked))}
      />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-2">
        <LineInput
          label="Entry"
          className={`min-h-9 grow basis-44 py-[7px] text-base -outline-offset-2 ${item.done ? 'text-ink-3 line-through' : 'text-ink'}`}
          value={item.text}
          maxLength={1000}
          onWrite={(text) => edit({ text })}
        />
        {item.due !== undefined && (
          <span className="shrink-0 text-xs/9 text-ink-3">
            {formatDayOrMoment(item.due)}
            {item.repeat !== undefined && ', repeats'}
          </span>
        )}
        {item.priority === 'high' && <span className="shrink-0 text-xs/9 font-medium text-bad">high</span>}
      </div>
      <DeleteButton
        label={`Remove ${item.text}`}
        className="mt-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        onClick={() => remove(`“${item.text}”`, removing(item.id))}
      />
    </li>
  )
}

/** Each edit is a function of the list as it is when it is saved, so that two writers keep what both did. */
function adding(text: string) {
  const item: Todo = { id: newEntryId(), text, done: false, created_at: new Date().toISOString() }
  return (todos: Todos): Todos => ({ ...todos, items: [...todos.items, item] })
}

function editing(id: string, members: Partial<Todo>) {
  return (todos: Todos): Todos => ({
    ...todos,
    items: todos.items.map((item) => (item.id === id ? { ...item, ...members } : item)),
  })
}

function removing(id: string) {
  return (todos: Todos): Todos => ({ ...todos, items: todos.items.filter((item) => item.id !== id) })
}

function withoutDone(todos: Todos): Todos {
  return { ...todos, items: todos.items.filter(({ done }) => !done) }
}

function doneAt(done: boolean): Partial<Todo> {
  return done ? { done, done_at: new Date().toISOString() } : { done }
}
