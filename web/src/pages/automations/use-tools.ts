import { useEffect, useState } from 'react'
import { ServiceError, useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'

export type Tool = AnswerOf<'GET /api/tools'>['tools'][number]

/** They work in workflows alone, so that the list of tools leaves them out. */
const FLOW_ACTIONS = ['WAIT_FOR', 'SET_VALUES', 'CALL_AUTOMATION', 'STOP_WORKFLOW']

export interface Tools {
  readonly tools: readonly Tool[] | undefined
  readonly error: ServiceError | undefined
  readonly refresh: () => void
}

/** Every tool that a step can be. */
export function useTools(): Tools {
  const service = useService()
  const [state, setState] = useState<Pick<Tools, 'tools' | 'error'>>({ tools: undefined, error: undefined })
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const listed = service.call('GET /api/tools', { signal }).then(({ tools }) => tools)
    const flow = FLOW_ACTIONS.map((action) =>
      service.call('GET /api/tools/:action', { params: { action }, signal }),
    )
    Promise.all([Promise.all(flow), listed]).then(
      ([own, others]) => setState({ tools: [...own, ...others], error: undefined }),
      (error: unknown) => {
        if (error instanceof ServiceError) setState({ tools: undefined, error })
      },
    )
    return () => controller.abort()
  }, [service, asked])
  return { ...state, refresh: () => setAsked((count) => count + 1) }
}
