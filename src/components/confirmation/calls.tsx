import { Pencil, Undo2 } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { CallDetail } from '../../contract/confirmation.ts'
import type { WaitingCall } from '../../contract/several-calls.ts'
import { argumentText } from '../../contract/visible-text.ts'
import { Button, IconButton } from '../view-kit/controls/controls.tsx'
import { CallEditor } from './call-editor.tsx'
import { Changes } from './changes.tsx'
import type { CallDraft, Drafts } from './drafts.ts'

type Values = Readonly<Record<string, unknown>>

interface CallsProps {
  readonly calls: readonly WaitingCall[]
  readonly details: readonly CallDetail[]
  readonly drafts: Drafts
}

/** What will run, in this order; each can be left out or changed. */
export function Calls({ calls, details, drafts }: CallsProps) {
  return (
    <ol className="flex flex-col gap-2">
      {calls.map((call, index) => (
        <li key={index} className="rounded-lg bg-surface-2 p-3">
          <CallItem
            call={call}
            detail={details.find((one) => one.index === index)}
            draft={drafts.draftOf(index)}
            onChange={(draft) => drafts.change(index, draft)}
          />
        </li>
      ))}
    </ol>
  )
}

interface CallItemProps {
  readonly call: WaitingCall
  readonly detail: CallDetail | undefined
  readonly draft: CallDraft
  readonly onChange: (draft: CallDraft) => void
}

function CallItem({ call, detail, draft, onChange }: CallItemProps) {
  const { title } = call
  const isLeftOut = draft.isLeftOut === true
  const heading = (
    <label className="flex min-w-0 flex-1 cursor-pointer items-start gap-2 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={!isLeftOut}
        onChange={() => onChange({ isLeftOut: !isLeftOut })}
      />
      <span className={`wrap-anywhere ${isLeftOut ? 'text-ink-3 line-through' : ''}`} dir="auto">
        {title.replace(/\?$/, '')}
      </span>
    </label>
  )
  if (isLeftOut) return heading
  return <Call {...{ heading, draft, onChange, call }} changes={detail?.changes} isFolded />
}

interface CallProps {
  readonly heading: ReactNode
  readonly call: Pick<WaitingCall, 'title' | 'agent' | 'action' | 'args'>
  readonly draft: CallDraft
  /** Undefined where the arguments cannot be changed. */
  readonly onChange: ((draft: CallDraft) => void) | undefined
  readonly changes: CallDetail['changes']
  /** The arguments are seen on a click. */
  readonly isFolded?: boolean
}

/** What a call would change and with which arguments it runs; or the fields to change them. */
export function Call({ heading, call, draft, onChange, changes = [], isFolded = false }: CallProps) {
  const { title, agent, action, args } = call
  const [isEditing, setEditing] = useState(false)
  const shown = draft.args ?? args
  const hasChanges = changes.length > 0 && !draft.args
  const keep = (edited: Values) => {
    setEditing(false)
    onChange?.({ args: JSON.stringify(edited) === JSON.stringify(args) ? undefined : edited })
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-1">
        {heading}
        {draft.args && <span className="text-xs text-accent">edited</span>}
        {draft.args && !isEditing && (
          <SmallButton label="Undo changes" onClick={() => onChange?.({ args: undefined })}>
            <Undo2 aria-hidden className="size-4" />
          </SmallButton>
        )}
        {onChange && !isEditing && (
          <SmallButton label={`Edit ${title.replace(/\?$/, '')}`} onClick={() => setEditing(true)}>
            <Pencil aria-hidden className="size-4" />
          </SmallButton>
        )}
      </div>
      {isEditing ? (
        <CallEditor action={action} args={shown} onDone={keep} onCancel={() => setEditing(false)} />
      ) : (
        <>
          {hasChanges && <Changes changes={changes} />}
          {hasChanges || (isFolded && !draft.args) ? (
            <details>
              <summary className="cursor-pointer text-xs text-ink-3">Arguments</summary>
              <Arguments name={`${agent} · ${action}`} args={shown} />
            </details>
          ) : (
            <Arguments name={isFolded ? `${agent} · ${action}` : undefined} args={shown} />
          )}
        </>
      )}
    </div>
  )
}

function SmallButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} className="-my-1.5" />
}

function Arguments({ name, args }: { name: string | undefined; args: Values }) {
  return (
    <div className="pt-2">
      {name !== undefined && <p className="mb-2 font-mono text-xs text-ink-3">{name}</p>}
      <dl className="fading grid max-h-72 gap-2 overflow-auto text-sm" tabIndex={0} aria-label="Arguments">
        {Object.entries(args).map(([key, value]) => (
          <div key={key}>
            <dt className="text-xs text-ink-3">{key}</dt>
            <dd className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
              <ArgumentText value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The end of a long one is seen at once; the rest comes with a click. */
function ArgumentText({ value }: { value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  const whole = typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '')
  const shown = argumentText(value)
  if (isWhole || shown === whole) return whole
  return (
    <>
      {shown}
      <span className="mt-2 block">
        <Button onClick={() => setWhole(true)}>Show all {whole.length.toLocaleString()} characters</Button>
      </span>
    </>
  )
}
