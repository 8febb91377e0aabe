import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../../../../src/components/view-kit/card.tsx'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { reasonOf, useService } from '../../../../src/components/view-kit/service.ts'
import { useAnswer } from '../use-answer.ts'
import { useRepeated } from './repeated.ts'

const LOOK_MS = 2_000

/** How far the index of the person's files is, and the buttons that stop it and make it anew. */
export function ContentIndexCard() {
  const service = useService()
  const { data, refresh } = useAnswer('GET /api/content-index', {}, ['settings.changed'])
  const [problem, setProblem] = useState<string>()
  const isMoving = data !== undefined && !['off', 'ready', 'paused'].includes(data.state)
  useRepeated(refresh, { everyMs: LOOK_MS, isOn: isMoving })
  if (!data) return null
  const act = (action: 'pause' | 'resume' | 'rebuild') => {
    service.call('POST /api/content-index', { body: { action } }).then(
      () => {
        setProblem(undefined)
        refresh()
      },
      (error: unknown) => setProblem(reasonOf(error)),
    )
  }
  const share = data.files === 0 ? 0 : data.indexed / data.files
  return (
    <Card icon={<FileSearch aria-hidden className="size-4" />} title="File index">
      <p className="text-sm" role="status">
        {data.message}
      </p>
      {data.waiting > 0 && (
        <progress
          className="mt-2 h-2 w-full accent-accent"
          aria-label="Files indexed"
          max={1}
          value={share}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {problem}
        </p>
      )}
      {data.state !== 'off' && (
        <div className="mt-3 flex flex-wrap gap-2">
          {data.state === 'paused' ? (
            <Button onClick={() => act('resume')}>Resume</Button>
          ) : (
            <Button onClick={() => act('pause')}>Pause</Button>
          )}
          <Button onClick={() => act('rebuild')}>Rebuild</Button>
        </div>
      )}
    </Card>
  )
}
