import { useState, type Dispatch } from 'react'
import { ServiceError, useService } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'
import { definitionOf, draftOf, type Automation, type Draft } from './draft.ts'
import { keyOf } from './editor-model.ts'
import type { EditorAction, EditorState } from './draft-reducer.ts'
import { writeDraft } from './persisted-draft.ts'

export interface Saving {
  readonly automation: Automation | undefined
  /** The version that the draft is a change of. */
  readonly base: number | undefined
  readonly busy: boolean
  readonly error: unknown
  readonly problems: ReadonlyMap<string, readonly string[]>
  /** What somebody else has made of it since this draft was begun. */
  readonly theirs: Automation | undefined
  /** The saved automation, or undefined when it was refused. */
  readonly save: () => Promise<Automation | undefined>
  readonly overwrite: () => Promise<Automation | undefined>
  readonly takeTheirs: () => void
  readonly take: (automation: Automation) => void
}

interface SavingOptions {
  readonly first: Automation | undefined
  /** The version that the draft is a change of. */
  readonly version: number | undefined
  readonly state: EditorState
  readonly dispatch: Dispatch<EditorAction>
}

interface Outcome {
  readonly busy: boolean
  readonly error?: unknown
  readonly problems?: ReadonlyMap<string, readonly string[]>
  readonly theirs?: Automation
}

/** Saves the draft, but never over what somebody else has written meanwhile. */
export function useSaving({ first, version, state, dispatch }: SavingOptions): Saving {
  const service = useService()
  const { context } = useShell()
  const [automation, setAutomation] = useState(first)
  const [base, setBase] = useState(version)
  const [outcome, setOutcome] = useState<Outcome>({ busy: false })
  const take = (saved: Automation, draft?: Draft) => {
    setAutomation(saved)
    setBase(saved.version)
    setOutcome({ busy: false })
    dispatch({ type: 'saved', saved: draftOf(saved), ...(draft && { draft }) })
    writeDraft(automation?.automation_id, undefined)
  }
  const write = async (over: number | undefined): Promise<Automation | undefined> => {
    const { draft } = state
    const body = definitionOf(draft)
    const params = { automation_id: automation?.automation_id ?? '' }
    setOutcome((before) => ({ ...before, busy: true }))
    try {
      const saved = automation
        ? await service.call('PUT /api/automations/:automation_id', {
            params,
            body,
            headers: { 'if-match': `"${over}"` },
          })
        : await service.call('POST /api/automations', { body })
      take(saved)
      context.announce(`Saved as version ${saved.version}.`)
      return saved
    } catch (error) {
      const isStale = error instanceof ServiceError && error.status === 412
      const theirs = isStale
        ? await service.call('GET /api/automations/:automation_id', { params })
        : undefined
      setOutcome({
        busy: false,
        error: isStale ? undefined : error,
        problems: problemsOf(error, draft),
        ...(theirs && { theirs }),
      })
      return undefined
    }
  }
  return {
    automation,
    base,
    busy: outcome.busy,
    error: outcome.error,
    problems: outcome.problems ?? NO_PROBLEMS,
    theirs: outcome.theirs,
    save: () => write(base),
    overwrite: () => write(outcome.theirs?.version),
    takeTheirs() {
      if (outcome.theirs) take(outcome.theirs, draftOf(outcome.theirs))
    },
    take: (saved) => take(saved, draftOf(saved)),
  }
}

const NO_PROBLEMS: ReadonlyMap<string, readonly string[]> = new Map()

/** Which step or trigger each reason is about: the service names them by their place in the list. */
function problemsOf(error: unknown, draft: Draft): ReadonlyMap<string, readonly string[]> {
  const problems = new Map<string, string[]>()
  for (const { path, message } of error instanceof ServiceError ? error.errors : []) {
    const [, list, place, rest = ''] = /^\/body\/(steps|triggers)\/(\d+)\/?(.*)$/.exec(path) ?? []
    const found = list === undefined ? undefined : draft[list as 'steps' | 'triggers'][Number(place)]
    if (!found) continue
    const key = keyOf({ kind: list === 'steps' ? 'step' : 'trigger', id: found.id })
    const where = rest.replace(/^args\//, '').replaceAll('/', '.')
    problems.set(key, [...(problems.get(key) ?? []), `${where} ${message}`.trim()])
  }
  return problems
}
