import { ArrowUp, ListPlus, Paperclip, Pencil, Square } from 'lucide-react'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { Button, IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { lazyPart } from '../../../src/components/view-kit/lazy-part.ts'
import { OptionalPart } from '../../../src/components/view-kit/optional-part.tsx'
import { useShell } from '../frame/shell.ts'
import type { Attachments } from './attachments.ts'
import type { Conversation, Said } from './conversation.ts'
import { useDraft } from './draft.ts'
import { FileChips } from './file-chips.tsx'
import type { ModelPick } from './chat-record.ts'

const VoiceButton = lazyPart(async () => (await import('./voice-button.tsx')).VoiceButton)
const ModelChip = lazyPart(async () => (await import('./model-chip.tsx')).ModelChip)

interface ComposerProps {
  readonly conversation: Pick<Conversation, 'place' | 'sessionId' | 'loading' | 'pick'>
  readonly running: boolean
  /** A message that is said again, differently. */
  readonly editing: Said | undefined
  readonly onEditEnd: () => void
  /** A message that had not left yet and was taken back. */
  readonly returned: { readonly text: string } | undefined
  readonly attachments: Attachments
  /** What was said before, the oldest first. */
  readonly earlier: readonly string[]
  readonly onPick: (pick: ModelPick | null) => void
  readonly onSend: (text: string) => void
  readonly onStop: () => void
}

/** The field at the bottom. Stop stands where Send stood. */
export function Composer(props: ComposerProps) {
  const { conversation, running, editing, attachments, earlier, onPick, onSend, onStop } = props
  const { layer } = useShell()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, endEditing } = useText({ ...props, field })
  const recall = useRecall(earlier, setText)
  const files = attachments.list.filter(({ state }) => state === 'ready').length
  const words = text.trim() || (files > 0 ? wordsForFiles(files) : '')
  const ready = words !== '' && !attachments.busy && !conversation.loading
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!ready) return
    onSend(words)
    if (editing) endEditing()
    else setText('')
    recall.reset()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) send(event)
    else if (event.key === 'Escape' && editing) endEditing()
    else if (event.key === 'Escape' && running) onStop()
    else if (event.key === '/' && text === '') {
      event.preventDefault()
      layer.set('palette')
    } else recall.onKey(event, text)
  }
  return (
    <form className="mx-auto w-full max-w-4xl shrink-0 px-4 pt-1 pb-3" onSubmit={send}>
      <div className="rounded-2xl border border-line-strong bg-surface-1 p-2 shadow-card focus-within:border-accent">
        {editing && <Editing message={editing} onCancel={endEditing} />}
        <FileChips attachments={attachments} />
        <textarea
          ref={field}
          id="composer"
          aria-label="Message"
          placeholder="Ask, or press / for tools"
          rows={1}
          dir="auto"
          autoFocus
          className="field-sizing-content max-h-48 min-h-9 w-full resize-none bg-transparent px-2 py-1.5 outline-none placeholder:text-ink-3"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => attachPasted(event, attachments)}
        />
        <div className="flex items-center gap-1">
          <FileButton onFiles={attachments.add} />
          <ExtraButtons {...{ text, onPick }} pick={conversation.pick} onText={setText} />
          <KeyHint {...hintFor(running, ready)} />
          {running && ready && <QueueButton />}
          {running ? <StopButton onStop={onStop} /> : <SendButton disabled={!ready} />}
        </div>
      </div>
    </form>
  )
}

type ExtraButtonsProps = ComponentProps<typeof VoiceButton> & ComponentProps<typeof ModelChip>

/** Without them everything else still works. */
function ExtraButtons({ text, onText, pick, onPick }: ExtraButtonsProps) {
  return (
    <>
      <OptionalPart name="voice-button">
        <VoiceButton text={text} onText={onText} />
      </OptionalPart>
      <OptionalPart name="model-chip">
        <ModelChip pick={pick} onPick={onPick} />
      </OptionalPart>
    </>
  )
}

function hintFor(running: boolean, ready: boolean): ComponentProps<typeof KeyHint> {
  if (running && !ready) return { keyName: 'Esc', does: 'stops' }
  return { keyName: 'Enter', does: running ? 'sends it after this answer' : 'sends' }
}

/** Files alone want to be seen. */
function wordsForFiles(count: number): string {
  return count === 1 ? 'Show this file' : 'Show these files'
}

function KeyHint({ keyName, does }: { keyName: string; does: string }) {
  return (
    <span className="ms-auto text-end text-xs text-ink-3 max-rail:hidden">
      <kbd>{keyName}</kbd> {does}
    </span>
  )
}

function attachPasted(event: ClipboardEvent, attachments: Attachments): void {
  if (event.clipboardData.files.length === 0) return
  event.preventDefault()
  attachments.add([...event.clipboardData.files])
}

function StopButton({ onStop }: { onStop: () => void }) {
  return (
    <RoundButton
      label="Stop"
      onClick={() => {
        onStop()
        // The button goes with the answer; whoever pressed it by a key types on.
        focusComposer()
      }}
      icon={<Square aria-hidden className="size-3.5 fill-current" />}
    />
  )
}

function SendButton({ disabled }: { disabled: boolean }) {
  return (
    <RoundButton
      label="Send"
      submits
      disabled={disabled}
      icon={<ArrowUp aria-hidden className="size-4.5" />}
    />
  )
}

function QueueButton() {
  return (
    <RoundButton
      label="Send after this answer"
      submits
      icon={<ListPlus aria-hidden className="size-4.5" />}
    />
  )
}

interface TextSources extends Pick<ComposerProps, 'conversation' | 'editing' | 'onEditEnd' | 'returned'> {
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** What stands in the field: the draft, or the message that is being edited; the draft is there again afterwards. */
function useText({ conversation, editing, onEditEnd, returned, field }: TextSources) {
  const [draft, setDraft] = useDraft(conversation)
  const [edited, setEdited] = useState('')
  // Before the next key can come: what is typed then goes behind the text, not into an empty field.
  useLayoutEffect(() => {
    if (!editing) return
    setEdited(editing.text)
    field.current?.focus()
  }, [editing, field])
  useLayoutEffect(() => {
    if (!returned) return
    setDraft(draft.trim() === '' ? returned.text : `${draft}\n${returned.text}`)
    field.current?.focus()
    // Only what has just come back counts; the draft changes with every key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [returned])
  // Whoever goes to another conversation does not take the edit along.
  useEffect(() => onEditEnd, [conversation.place, onEditEnd])
  const endEditing = () => {
    onEditEnd()
    field.current?.focus()
  }
  return { text: editing ? edited : draft, setText: editing ? setEdited : setDraft, endEditing }
}

function Editing({ message: { files }, onCancel }: { message: Said; onCancel: () => void }) {
  return (
    <div role="status" className="flex items-center gap-2 px-2 pb-1 text-sm text-ink-2">
      <Pencil aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        Editing. This sends a new message; the original stays. Your draft comes back afterwards.
        {files.length > 0 && ` Files included: ${files.map(({ name }) => name).join(', ')}.`}
      </p>
      <Button look="quiet" onClick={onCancel}>
        Cancel <kbd className="max-rail:hidden">Esc</kbd>
      </Button>
    </div>
  )
}

/** On a telephone it would bring up the keyboard over what is being read. */
export function focusComposer(): void {
  if (!matchMedia('(pointer: coarse)').matches) document.getElementById('composer')?.focus()
}

function FileButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Attach files" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden className="size-4" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

interface RoundButtonProps {
  readonly label: string
  readonly icon: React.ReactNode
  readonly submits?: boolean
  readonly disabled?: boolean
  readonly onClick?: () => void
}

function RoundButton({ label, icon, submits = false, ...rest }: RoundButtonProps) {
  return (
    <button
      type={submits ? 'submit' : 'button'}
      aria-label={label}
      title={label}
      className="ms-1 grid size-9 max-rail:ms-auto place-items-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-strong disabled:bg-surface-3 disabled:text-ink-3 pointer-coarse:size-10"
      {...rest}
    >
      {icon}
    </button>
  )
}

/** Arrow keys walk through what was said before, as in a terminal. */
function useRecall(earlier: readonly string[], setText: (text: string) => void) {
  const [back, setBack] = useState(0)
  const go = (from: number, steps: number) => {
    const next = Math.max(0, Math.min(earlier.length, from + steps))
    if (next === from) return
    setBack(next)
    setText(next === 0 ? '' : earlier.at(-next)!)
  }
  return {
    reset: () => setBack(0),
    onKey(event: KeyboardEvent<HTMLTextAreaElement>, text: string) {
      const walks = text === '' || (back > 0 && text === earlier.at(-back))
      if (!walks || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      // From an empty field it begins anew, however far one had gone before.
      go(text === '' ? 0 : back, event.key === 'ArrowUp' ? 1 : -1)
    },
  }
}
