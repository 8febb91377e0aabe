import { useCallback, useEffect, useState } from 'react'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'
import type { Draft, Values } from './draft.ts'
import type { KnownData } from './references.ts'

export type Run = AnswerOf<'GET /api/workflows/:workflow_id'>

/** A run or a try, as the list of them shows it. */
export interface ListedRun {
  readonly workflow_id: string
  readonly status: string
  readonly created_at: string
  readonly isTry: boolean
}

export interface Runs {
  readonly list: readonly ListedRun[]
  /** The one whose data is shown. */
  readonly shown: Run | undefined
  readonly show: (workflowId: string) => void
  readonly addTry: (run: Run) => void
}

const MAX_LISTED = 100
const MOVES = ['workflow.created', 'workflow.updated', 'step.updated'] as const

/** The newest runs of an automation, and the tries since the editor was opened. */
export function useRuns(automationId: string | undefined): Runs {
  const service = useService()
  const [runs, setRuns] = useState<readonly ListedRun[]>([])
  const [tries, setTries] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string>()
  const [shown, setShown] = useState<Run>()
  const wanted = chosen ?? runs[0]?.workflow_id
  const refresh = useCallback(async () => {
    if (automationId === undefined) return
    const query = { automation_id: automationId, limit: MAX_LISTED }
    const { workflows } = await service.call('GET /api/workflows', { query })
    setRuns(workflows.map((one) => ({ ...one, isTry: false })))
  }, [service, automationId])
  const refreshShown = useCallback(async () => {
    if (wanted === undefined) return
    setShown(await service.call('GET /api/workflows/:workflow_id', { params: { workflow_id: wanted } }))
  }, [service, wanted])
  useMoves(refresh)
  useMoves(refreshShown)
  const tried = tries.map((workflow_id) => {
    const status = shown?.workflow_id === workflow_id ? shown.status : ''
    return { workflow_id, status, created_at: '', isTry: true }
  })
  return {
    list: [...tried, ...runs],
    shown: shown?.workflow_id === wanted ? shown : undefined,
    show: setChosen,
    addTry(run) {
      setTries((before) => [run.workflow_id, ...before])
      setChosen(run.workflow_id)
      setShown(run)
    },
  }
}

/** Now, and shortly after something has moved. What cannot be told now is told with the next move. */
function useMoves(refresh: () => Promise<void>): void {
  const { events } = useShell()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => void refresh().catch(() => undefined)
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        ask()
      }, 120)
    }
    ask()
    const offs = [...MOVES.map((type) => events.on(type, soon)), events.onResync(soon)]
    return () => {
      clearTimeout(timer)
      for (const off of offs) off()
    }
  }, [events, refresh])
}

/** What the steps gave in that run; pinned data counts before it. */
export function knownData(run: Run | undefined, { pins }: Pick<Draft, 'pins'>): KnownData {
  const ended = (run?.steps ?? []).filter(({ status }) => status === 'completed')
  const given = ended.map(({ id }) => [id, run?.results[id]?.data] as const)
  return {
    steps: { ...Object.fromEntries(given), ...pins },
    event: run?.variables['event'] ?? null,
    inputs: (run?.variables['inputs'] ?? {}) as Values,
  }
}
