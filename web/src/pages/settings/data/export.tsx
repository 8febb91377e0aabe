import { useState } from 'react'
import { CopyButton } from '../../../../../src/components/view-kit/card.tsx'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { formatBytes, formatNumber } from '../../../../../src/contract/text/numbers.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'

/** Everything of the person's, in one file that other programs can read. */
export function ExportCard() {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [made, setMade] = useState<AnswerOf<'POST /api/data/export'>>()
  const make = () =>
    attempt(async () => {
      setMade(undefined)
      setMade(await service.call('POST /api/data/export'))
    })
  return (
    <section aria-label="Export" className="card px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Export</h3>
        <Button busy={busy} onClick={() => void make()}>
          Export everything
        </Button>
      </div>
      <p className="text-sm text-ink-3">
        Conversations, lists, automations, calendar and settings as JSON, in a ZIP file in your downloads.
        Passwords and keys are left out.
      </p>
      <div role="status" className="text-sm">
        {made && (
          <p className="mt-2 flex items-center gap-1 text-good">
            <span className="min-w-0 wrap-anywhere">
              {formatNumber(made.rows)} entries, {formatBytes(made.bytes)}: {made.path}
            </span>
            <CopyButton text={made.path} label="Copy the path" />
          </p>
        )}
      </div>
      <ProblemNote error={error} />
    </section>
  )
}
