import { AppWindow } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Card } from '../view-kit/card.tsx'
import { ServiceError, useService } from '../view-kit/service.ts'
import { Failure, Skeleton } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { AppFrame } from './app-frame.tsx'
import type { App } from './use-app.tsx'

type Props = ViewProps<'mcp_app'>

type Problem = Pick<ServiceError, 'message' | 'code'>

/** What a tool of an MCP server answered, as the page of that server shows it. Whose page it is stands above it. */
export function McpAppView({ title, server, call_id, height = 260, text = '' }: Props) {
  const { app, problem, again } = useStoredCall(call_id)
  const name = title ?? server
  const instead = (found: Problem) => (
    <div className="flex flex-col gap-3">
      {text !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      <Failure error={found} onRetry={again} />
    </div>
  )
  return (
    <Card
      icon={<AppWindow aria-hidden className="size-4" />}
      title={name}
      subtitle={`App of ${server}`}
      footer={`This page comes from the MCP server ${server}, not from Deskhand.`}
    >
      {problem && instead(problem)}
      {!app && !problem && <Skeleton height={height} label={`Loading ${name}`} />}
      {app && (
        <AppFrame
          app={app}
          title={name}
          height={height}
          instead={(message) => instead({ message, code: 'unavailable' })}
        />
      )}
    </Card>
  )
}

function useStoredCall(call_id: string) {
  const service = useService()
  const [app, setApp] = useState<App>()
  const [problem, setProblem] = useState<Problem>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setApp(undefined)
    setProblem(undefined)
    service
      .call('GET /api/mcp-apps/:call_id', { params: { call_id }, signal: stop.signal })
      .then(setApp)
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        const { message } = error as Error
        setProblem({ message, code: error instanceof ServiceError ? error.code : 'internal' })
      })
    return () => stop.abort()
  }, [service, call_id, attempt])
  return { app, problem, again: useCallback(() => setAttempt((now) => now + 1), []) }
}
