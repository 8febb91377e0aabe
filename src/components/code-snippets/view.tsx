import { CodeXml, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { StoredOf } from '../schemas.ts'
import { Button, IconButton, TextField } from '../view-kit/controls/controls.tsx'
import { CodeBlock } from '../view-kit/text/code-block.tsx'
import { DeleteButton } from '../view-kit/controls/delete-button.tsx'
import { edited, isFound, now, readTags, withoutEntry, type Changes } from '../view-kit/store/entries.ts'
import { FilterField, StoredCard, MoreBelow, NothingHere, useSome } from '../view-kit/store/stored-list.tsx'
import { SharedText } from '../view-kit/store/shared-text.tsx'
import { newEntryId, useStored, type Stored } from '../view-kit/store/stored.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Value = StoredOf<'code_snippets'>
type Snippet = Value['snippets'][number]
type Change = Stored<Value>['change']

const EMPTY: Value = { snippets: [] }

export function CodeSnippetsView({ id, title, initial }: ViewProps<'code_snippets'>) {
  const stored = useStored(id, initial ?? EMPTY)
  const [search, setSearch] = useState('')
  const [editingId, setEditingId] = useState<string>()
  const { snippets } = stored.value
  const shown = snippets.filter(({ title, code, language, tags = [] }) =>
    isFound(search, [title, code, language, ...tags]),
  )
  const { some, more } = useSome(shown)
  const add = () => {
    const snippet: Snippet = {
      id: newEntryId(),
      title: 'New snippet',
      code: '',
      created_at: now(),
      updated_at: now(),
    }
    stored.change((value) => ({ ...value, snippets: [snippet, ...value.snippets] }))
    setSearch('')
    setEditingId(snippet.id)
  }
  return (
    <StoredCard
      stored={stored}
      icon={<CodeXml aria-hidden className="size-4" />}
      title={title ?? 'Snippets'}
      subtitle={snippets.length > 0 ? String(snippets.length) : undefined}
    >
      <FilterField count={snippets.length} search={search} onSearch={setSearch} />
      {shown.length === 0 && <NothingHere search={search}>No snippets yet.</NothingHere>}
      <ul className="fading mb-3 flex max-h-[32rem] flex-col gap-3 overflow-y-auto">
        {some.map((snippet) => (
          <SnippetItem
            key={snippet.id}
            snippet={snippet}
            editing={snippet.id === editingId}
            onEdit={(editing) => setEditingId(editing ? snippet.id : undefined)}
            change={stored.change}
            remove={stored.remove}
          />
        ))}
      </ul>
      <MoreBelow {...more} />
      <Button onClick={add}>
        <Plus aria-hidden className="size-4" />
        New snippet
      </Button>
    </StoredCard>
  )
}

interface SnippetItemProps extends Pick<Stored<Value>, 'change' | 'remove'> {
  readonly snippet: Snippet
  readonly editing: boolean
  readonly onEdit: (editing: boolean) => void
}

function SnippetItem({ snippet, editing, onEdit, change, remove }: SnippetItemProps) {
  const { id, title, code, language, tags } = snippet
  return (
    <li>
      <div className="mb-1 flex items-center gap-1">
        <p dir="auto" className="clip flex-1 font-medium">
          {title}
          {tags && <span className="text-xs font-normal text-ink-3"> · {tags.join(', ')}</span>}
        </p>
        {editing ? (
          <Button look="quiet" onClick={() => onEdit(false)}>
            Done
          </Button>
        ) : (
          <IconButton label={`Change ${title}`} onClick={() => onEdit(true)}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
        )}
        <DeleteButton
          label={`Delete ${title}`}
          onClick={() =>
            remove(`“${title}”`, (value) => ({ ...value, snippets: withoutEntry(value.snippets, id) }))
          }
        />
      </div>
      {editing ? (
        <Editor snippet={snippet} change={change} />
      ) : (
        <CodeBlock code={code} language={language ?? 'text'} />
      )}
    </li>
  )
}

function Editor({
  snippet: { id, title, code, language, tags },
  change,
}: {
  snippet: Snippet
  change: Change
}) {
  const [name, setName] = useState(title)
  const [tagText, setTagText] = useState(tags?.join(', ') ?? '')
  const edit = (changes: Changes<Snippet>) =>
    change((value) => ({ ...value, snippets: edited(value.snippets, id, { ...changes, updated_at: now() }) }))
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-surface-2 p-3">
      <TextField
        label="What it does"
        dir="auto"
        maxLength={300}
        value={name}
        problem={name.trim() === '' ? 'Enter a name.' : undefined}
        onChange={({ target }) => {
          setName(target.value)
          if (target.value.trim() !== '') edit({ title: target.value })
        }}
      />
      <div className="grid grid-cols-2 gap-2">
        <TextField
          label="Language"
          placeholder="e.g. python"
          maxLength={32}
          value={language ?? ''}
          onChange={({ target }) => edit({ language: target.value === '' ? undefined : target.value })}
        />
        <TextField
          label="Tags"
          placeholder="separated by commas"
          value={tagText}
          onChange={({ target }) => {
            setTagText(target.value)
            edit({ tags: readTags(target.value) })
          }}
        />
      </div>
      <SharedText
        label="Code"
        spellCheck={false}
        className="min-h-36 font-mono text-sm"
        maxLength={100_000}
        value={code}
        onEdit={(rewrite) =>
          change((value) => ({
            ...value,
            snippets: value.snippets.map((one) =>
              one.id === id ? { ...one, code: rewrite(one.code) } : one,
            ),
          }))
        }
      />
    </div>
  )
}
