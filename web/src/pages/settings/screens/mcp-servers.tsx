import { useState } from 'react'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import type { AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { Empty, Failure, Skeleton } from '../../../../../src/components/view-kit/states.tsx'
import { useAnswer } from '../../use-answer.ts'
import { AddServers } from '../mcp/add-servers.tsx'
import { ServerCard } from '../mcp/server-card.tsx'
import { useRepeated } from '../repeated.ts'
import { SettingGroup } from '../setting-group.tsx'

type Server = AnswerOf<'GET /api/mcp-servers'>['servers'][number]

const LOOK_MS = 2_000
const MOVING: readonly Server['status'][] = ['starting', 'restarting', 'needs_sign_in']

export function McpServers() {
  const { data, error, refresh } = useAnswer('GET /api/mcp-servers', {}, [
    'settings.changed',
    'confirmation.requested',
    'confirmation.resolved',
  ])
  const [isAdding, setAdding] = useState(false)
  const servers = data?.servers ?? []
  // Nothing tells when a server comes up or goes down.
  useRepeated(refresh, { everyMs: LOOK_MS, isOn: servers.some(({ status }) => MOVING.includes(status)) })
  if (error) return <Failure error={error} onRetry={refresh} />
  if (!data) return <Skeleton height={200} />
  return (
    <>
      {servers.length === 0 && !isAdding && (
        <Empty>No MCP servers yet. Their tools are for chat, workflows and the Tools page.</Empty>
      )}
      {servers.map((server) => (
        <ServerCard key={server.server} server={server} onChanged={refresh} />
      ))}
      {isAdding ? (
        <AddServers
          onDone={() => {
            setAdding(false)
            refresh()
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button className="self-start" look="primary" onClick={() => setAdding(true)}>
          Add a server
        </Button>
      )}
      <SettingGroup group="MCP servers" />
    </>
  )
}
