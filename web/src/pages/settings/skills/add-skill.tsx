import { useRef, useState, type SyntheticEvent } from 'react'
import { Button, TextField } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../../src/components/view-kit/service.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'

/** The address of something else than a file is that of a repository, which needs a commit. */
const REPOSITORY = /^https:\/\/(?!.*\.(?:zip|skill)$)/i

type Source = { readonly from: string; readonly commit?: string } | { readonly file_id: string }

function useAdding(onAdded: () => void) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [added, setAdded] = useState<string>()
  const add = async (source: Source, folder: string) => {
    setAdded(undefined)
    const body = { ...source, ...(folder.trim() !== '' && { folder: folder.trim() }) }
    const { name } = await service.call('POST /api/skills', { body })
    setAdded(name)
    onAdded()
  }
  return {
    busy,
    error,
    added,
    fetchFrom: (source: Source, folder: string) => attempt(() => add(source, folder)),
    send: (file: File, folder: string) =>
      attempt(async () => {
        const form = new FormData()
        form.set('file', file)
        const { file_id } = await service.call('POST /api/upload', { body: form as unknown as object })
        await add({ file_id }, folder)
      }),
  }
}

/** From a folder or file of this machine, from an address, or from a file that the browser sends. */
export function AddSkill({ onAdded }: { onAdded: () => void }) {
  const [from, setFrom] = useState('')
  const [commit, setCommit] = useState('')
  const [folder, setFolder] = useState('')
  const { busy, error, added, fetchFrom, send } = useAdding(() => {
    setFrom('')
    onAdded()
  })
  const source = from.trim()
  const needsCommit = REPOSITORY.test(source)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (source === '' || busy) return
    const isPinned = needsCommit && commit.trim() !== ''
    void fetchFrom({ from: source, ...(isPinned && { commit: commit.trim() }) }, folder)
  }
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
          <FileButton held={busy} onChosen={(chosen) => void send(chosen, folder)} />
        </div>
      </form>
      <ProblemNote error={error} />
      <Added name={added} />
    </section>
  )
}

function Added({ name }: { name: string | undefined }) {
  if (name === undefined) return null
  return (
    <p role="status" className="text-sm text-good">
      Added {name}. Review it below before you enable it.
    </p>
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
