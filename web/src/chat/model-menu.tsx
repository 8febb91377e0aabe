import { Check } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useService, type AnswerOf } from '../../../src/components/view-kit/service.ts'
import { useViewContext } from '../../../src/components/view-kit/view-context.ts'
import { useShell } from '../frame/shell.ts'
import { useAttempt } from '../pages/attempt.ts'
import { ProblemNote } from '../pages/problem-note.tsx'
import { abilitiesOf } from '../pages/settings/model-abilities.ts'
import { SAVED, tryAndSave } from '../pages/settings/save-model.ts'
import { useAnswer } from '../pages/use-answer.ts'
import type { ModelPick } from './chat-record.ts'

type Models = AnswerOf<'GET /api/models'>

interface ModelMenuProps {
  readonly models: Models
  readonly pick: ModelPick | null
  readonly onPick: (pick: ModelPick | null) => void
  /** A model was set up where there was none. */
  readonly onSaved: () => void
  /** The entries are there. */
  readonly onReady: () => void
}

/** The default model, those that stand in for it, and what runs on this machine. */
export function ModelMenu({ models, pick, onPick, onSaved, onReady }: ModelMenuProps) {
  const service = useService()
  const { announce } = useViewContext()
  const { router } = useShell()
  const { data: found, error } = useAnswer('GET /api/models/local', {})
  const saving = useAttempt()
  useEffect(onReady, [onReady, found])
  const isSet = models.model !== null
  const choose = (chosen: ModelPick) => {
    if (isSet) return onPick(chosen)
    if (saving.busy) return
    void saving.attempt(async () => {
      await tryAndSave(service, { ...chosen, address: chosen.base_url ?? '', key: '' })
      announce(SAVED)
      onSaved()
    })
  }
  const local = (found?.servers ?? []).flatMap((server) => server.models.map((model) => ({ server, model })))
  return (
    <>
      <div role="menu" aria-label="Model for this conversation">
        {models.model && (
          <Entry isChosen={pick === null} detail="The default model" onChoose={() => onPick(null)}>
            {models.model.model}
          </Entry>
        )}
        {models.fallback.map((other, index) => (
          <Entry
            key={index}
            isChosen={isSame(other, pick)}
            detail="A fallback"
            onChoose={() => choose(other)}
          >
            {other.model}
          </Entry>
        ))}
        {local.map((found) => (
          <LocalEntry
            key={`${found.server.runtime} ${found.model.model}`}
            {...found}
            pick={pick}
            onChoose={choose}
          />
        ))}
        <Entry onChoose={() => router.go('settings', 'model')}>
          {isSet ? 'Set up another model' : 'Set one up by hand'}
        </Entry>
      </div>
      <div role="status" className="px-2.5 text-xs text-ink-3">
        {!found && !error && <p className="py-1">Looking for models on this machine …</p>}
        {found && local.length === 0 && <p className="py-1">No model server found on this machine.</p>}
        {saving.busy && <p className="py-1">Trying it …</p>}
        <ProblemNote error={saving.error} />
      </div>
    </>
  )
}

type LocalServer = AnswerOf<'GET /api/models/local'>['servers'][number]

interface LocalEntryProps {
  readonly server: LocalServer
  readonly model: LocalServer['models'][number]
  readonly pick: ModelPick | null
  readonly onChoose: (chosen: ModelPick) => void
}

function LocalEntry({ server, model, pick, onChoose }: LocalEntryProps) {
  const { base_url } = server
  const chosen = { provider: server.provider as ModelPick['provider'], base_url, model: model.model }
  return (
    <Entry
      isChosen={isSame(chosen, pick)}
      detail={[`${server.title} on this machine`, ...abilitiesOf(model)].join(' · ')}
      onChoose={() => onChoose(chosen)}
    >
      {model.model}
    </Entry>
  )
}

interface EntryProps {
  /** Of several that one is chosen from; left out for what only leads elsewhere. */
  readonly isChosen?: boolean
  readonly detail?: string
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Entry({ isChosen, detail, onChoose, children }: EntryProps) {
  return (
    <button
      type="button"
      role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChosen}
      tabIndex={-1}
      className="menu-item py-1"
      onClick={onChoose}
    >
      <Check aria-hidden className={`size-4 shrink-0 text-accent ${isChosen ? '' : 'invisible'}`} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {detail !== undefined && <span className="block text-xs wrap-anywhere text-ink-3">{detail}</span>}
      </span>
    </button>
  )
}

function isSame(a: ModelPick, b: ModelPick | null): boolean {
  return b !== null && a.provider === b.provider && a.model === b.model && a.base_url === b.base_url
}
