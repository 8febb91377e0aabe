import { ArrowLeft, Cake, Mail, Phone, Users } from 'lucide-react'
import { useState } from 'react'
import type { StoredOf } from '../schemas.ts'
import { CopyButton } from '../view-kit/card.tsx'
import { IconButton, TextField } from '../view-kit/controls/controls.tsx'
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
import { formatDay, readMoment } from '../../contract/text/moments.ts'
import { OutLink } from '../view-kit/text/out-link.tsx'
import { SharedText } from '../view-kit/store/shared-text.tsx'
import { newEntryId, useStored, type Stored } from '../view-kit/store/stored.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { byName, initialsOf, readLines } from './people.ts'

type Value = StoredOf<'contacts'>
type Contact = Value['contacts'][number]
type Change = Stored<Value>['change']

const EMPTY: Value = { contacts: [] }

export function ContactsView({ id, title, initial }: ViewProps<'contacts'>) {
  const stored = useStored(id, initial ?? EMPTY)
  const [search, setSearch] = useState('')
  const [openId, setOpenId] = useState<string>()
  const { contacts } = stored.value
  const open = contacts.find((contact) => contact.id === openId)
  const add = (name: string) => {
    const contact: Contact = { id: newEntryId(), name, created_at: now() }
    stored.change((value) => ({ ...value, contacts: [...value.contacts, contact] }))
    setOpenId(contact.id)
  }
  return (
    <StoredCard
      stored={stored}
      icon={<Users aria-hidden className="size-4" />}
      title={title ?? 'Contacts'}
      subtitle={contacts.length > 0 ? String(contacts.length) : undefined}
    >
      {open ? (
        <Editor
          key={open.id}
          contact={open}
          change={stored.change}
          remove={stored.remove}
          onClose={() => setOpenId(undefined)}
        />
      ) : (
        <>
          <FilterField count={contacts.length} search={search} onSearch={setSearch} />
          <People
            contacts={byName(contacts.filter((contact) => matches(contact, search)))}
            search={search}
            onOpen={setOpenId}
          />
          <AddLine label="Add a person" maxLength={300} onAdd={add} />
        </>
      )}
    </StoredCard>
  )
}

function matches(
  { name, emails = [], phones = [], organization, note, tags = [] }: Contact,
  search: string,
): boolean {
  return isFound(search, [name, organization, note, ...emails, ...phones, ...tags])
}

interface PeopleProps {
  readonly contacts: readonly Contact[]
  readonly search: string
  readonly onOpen: (id: string) => void
}

function People({ contacts, search, onOpen }: PeopleProps) {
  const { some, more } = useSome(contacts)
  if (contacts.length === 0) return <NothingHere search={search}>No contacts yet.</NothingHere>
  return (
    <ul className="fading -mx-2 mb-1 max-h-96 overflow-y-auto">
      {some.map((contact) => (
        <li
          key={contact.id}
          className="flex items-center gap-2 rounded-lg ps-2 [contain-intrinsic-size:auto_44px] [content-visibility:auto] hover:bg-surface-2"
        >
          <button
            type="button"
            className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-start"
            onClick={() => onOpen(contact.id)}
          >
            <span
              aria-hidden
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
            >
              {initialsOf(contact.name)}
            </span>
            <span className="min-w-0">
              <span dir="auto" className="clip block">
                {contact.name}
              </span>
              {contact.organization !== undefined && (
                <span dir="auto" className="clip block text-xs text-ink-3">
                  {contact.organization}
                </span>
              )}
            </span>
          </button>
          <Reach contact={contact} />
        </li>
      ))}
      {more.rest > 0 && (
        <li>
          <MoreBelow {...more} />
        </li>
      )}
    </ul>
  )
}

const REACH =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:size-10'

function Reach({ contact: { name, emails = [], phones = [] } }: { contact: Contact }) {
  return (
    <>
      {emails[0] !== undefined && (
        <a href={`mailto:${emails[0]}`} aria-label={`Write to ${name}`} title={emails[0]} className={REACH}>
          <Mail aria-hidden className="size-4" />
        </a>
      )}
      {phones[0] !== undefined && (
        <a
          href={`tel:${phones[0].replaceAll(/[^+\d*#]/g, '')}`}
          aria-label={`Call ${name}`}
          title={phones[0]}
          className={REACH}
        >
          <Phone aria-hidden className="size-4" />
        </a>
      )}
    </>
  )
}

interface EditorProps extends Pick<Stored<Value>, 'change' | 'remove'> {
  readonly contact: Contact
  readonly onClose: () => void
}

function Editor({ contact, change, remove, onClose }: EditorProps) {
  const [name, setName] = useState(contact.name)
  const edit = (changes: Changes<Contact>) =>
    change((value) => ({
      ...value,
      contacts: edited(value.contacts, contact.id, { ...changes, updated_at: now() }),
    }))
  const removeContact = () => {
    remove(contact.name, (value) => ({ ...value, contacts: withoutEntry(value.contacts, contact.id) }))
    onClose()
  }
  const line = (member: 'organization' | 'address' | 'birthday') => ({
    value: contact[member] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      edit({ [member]: target.value === '' ? undefined : target.value }),
  })
  return (
    <div className="flex flex-col gap-3">
      <EditorHead contact={contact} onRemove={removeContact} onClose={onClose} />
      <div className="grid gap-3 @md:grid-cols-2">
        <TextField
          label="Name"
          dir="auto"
          maxLength={300}
          value={name}
          problem={name.trim() === '' ? 'Enter a name.' : undefined}
          onChange={({ target }) => {
            setName(target.value)
            if (target.value.trim() !== '') edit({ name: target.value })
          }}
        />
        <TextField label="Organization" dir="auto" maxLength={300} {...line('organization')} />
        <Several
          label="Mail addresses"
          kind="email"
          values={contact.emails}
          onChange={(emails) => edit({ emails })}
        />
        <Several
          label="Telephone numbers"
          kind="tel"
          values={contact.phones}
          onChange={(phones) => edit({ phones })}
        />
        <TextField label="Postal address" dir="auto" maxLength={1_000} {...line('address')} />
        <TextField label="Birthday" type="date" {...line('birthday')} />
      </div>
      <Note contact={contact} change={change} />
    </div>
  )
}

interface EditorHeadProps extends Pick<EditorProps, 'contact' | 'onClose'> {
  readonly onRemove: () => void
}

function EditorHead({ contact: { name, emails = [], phones = [] }, onRemove, onClose }: EditorHeadProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton label="All contacts" onClick={onClose}>
        <ArrowLeft aria-hidden className="size-4" />
      </IconButton>
      <span className="flex-1" />
      <CopyButton text={[name, ...emails, ...phones].join('\n')} label="Copy the contact" />
      <DeleteButton label={`Delete ${name}`} onClick={onRemove} />
    </div>
  )
}

interface SeveralProps {
  readonly label: string
  readonly kind: 'email' | 'tel'
  readonly values: readonly string[] | undefined
  readonly onChange: (values: string[] | undefined) => void
}

/** Several values in one field, separated by commas. */
function Several({ label, kind, values, onChange }: SeveralProps) {
  const [text, setText] = useState(values?.join(', ') ?? '')
  return (
    <TextField
      label={label}
      inputMode={kind}
      placeholder="separated by commas"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(readLines(target.value, kind === 'email' ? 320 : 50))
      }}
    />
  )
}

function Note({ contact, change }: { contact: Contact; change: Change }) {
  return (
    <>
      <SharedText
        label="Note"
        rows={2}
        maxLength={4_000}
        value={contact.note ?? ''}
        onEdit={(rewrite) =>
          change((value) => ({
            ...value,
            contacts: value.contacts.map((one) =>
              one.id === contact.id ? { ...one, note: rewrite(one.note ?? '') } : one,
            ),
          }))
        }
      />
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        {(contact.emails ?? []).map((email) => (
          <OutLink key={email} url={`mailto:${email}`} className="text-accent">
            {email}
          </OutLink>
        ))}
        {contact.birthday !== undefined && (
          <span className="flex items-center gap-1">
            <Cake aria-hidden className="size-4" /> {formatDay(readMoment(contact.birthday))}
          </span>
        )}
      </p>
    </>
  )
}
