import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import type { Automation } from './draft.ts'

/** Saves an automation as a file, to keep it or to give it to somebody. */
export function ExportButton({ automation: { automation_id, name } }: { automation: Automation }) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const save = async () => {
    const params = { automation_id }
    const document = await service.call('GET /api/automations/:automation_id/export', { params })
    download(`${name}.json`, JSON.stringify(document, null, 2))
  }
  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => void attempt(save)}>
        <Download aria-hidden className="size-4" /> Export
      </Button>
      <ProblemNote error={error} />
    </>
  )
}

/** Takes an exported automation from a file. It is switched off until somebody has looked at it. */
export function ImportButton() {
  const service = useService()
  const { router, context } = useShell()
  const input = useRef<HTMLInputElement>(null)
  const { busy, error, attempt } = useAttempt()
  const take = async (file: File) => {
    const made = await service.call('POST /api/automations/import', { body: readDocument(await file.text()) })
    context.announce(`“${made.name}” is imported and switched off. Check it, then turn it on.`)
    router.go('flows', made.automation_id)
  }
  return (
    <>
      <Button busy={busy} onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-4" /> Import
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="File of an automation"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void attempt(() => take(file))
        }}
      />
      <ProblemNote error={error} />
    </>
  )
}

function readDocument(text: string): never {
  try {
    return JSON.parse(text) as never
  } catch {
    throw new Error('This file is not an exported automation.')
  }
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
