import { useRef, useState, type SyntheticEvent } from 'react'
import { Button, TextField } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../../src/components/view-kit/service.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'

/** The address of something else than a file is that of a repository, which needs a commit. */
const REPOSITORY = /^https:\/\/(?!.*\.(?:zip|skill)$)/i

/** From a folder or file of this machine, from an address, or from a file that the browser sends. */
export function AddSkill({ onAdded }: { onAdded: () => void }) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [from, setFrom] = useState('')
  const [commit, setCommit] = useState('')
  const [folder, setFolder] = useState('')
  const [added, setAdded] = useState<string>()
  const source = from.trim()
  const needsCommit = REPOSITORY.test(source)
  const place = { ...(folder.trim() !== '' && { folder: folder.trim() }) }
  const add = (body: { from?: string; file_id?: string; commit?: string; folder?: string }) =>
    attempt(async () => {
      setAdded(undefined)
      const { name } = await service.call('POST /api/skills', { body })
      setAdded(name)
      setFrom('')
      onAdded()
    })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (source === '' || busy) return
    void add({
      from: source,
      ...place,
      ...(needsCommit && commit.trim() !== '' && { commit: commit.trim() }),
    })
  }
  const send = (chosen: File) =>
    attempt(async () => {
      const form = new FormData()
      form.set('file', chosen)
      const { file_id } = await service.call('POST /api/upload', { body: form as unknown as object })
      await add({ file_id, ...place })
    })
  return (
    <section aria-label="Add a skill" className="card flex flex-col gap-3 px-4 py-3">
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <TextField
          label="Add a skill"
          help="A folder, a .zip or .skill file, its https address, or the address of a git repository."
          placeholder="~/Downloads/meeting-minutes.zip"
          autoComplete="off"
          spellCheck={false}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        {needsCommit && (
          <TextField
            label="Commit"
            help="The full id, so that it is always the same files."
            spellCheck={false}
            value={commit}
            onChange={(event) => setCommit(event.target.value)}
          />
        )}
        {source !== '' && (
          <TextField
            label="Folder in it"
            help="Only if it holds several skills."
            spellCheck={false}
            value={folder}
            onChange={(event) => setFolder(event.target.value)}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={busy}>
            Add
          </Button>
          <FileButton held={busy} onChosen={(chosen) => void send(chosen)} />
        </div>
      </form>
      <ProblemNote error={error} />
      {added !== undefined && (
        <p role="status" className="text-sm text-good">
          Added {added}. Review it below before you enable it.
        </p>
      )}
    </section>
  )
}

function FileButton({ held, onChosen }: { held: boolean; onChosen: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button held={held} onClick={() => input.current?.click()}>
        Choose a file…
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,.skill"
        aria-label="A .zip or .skill file"
        className="hidden"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) onChosen(chosen)
        }}
      />
    </>
  )
}
