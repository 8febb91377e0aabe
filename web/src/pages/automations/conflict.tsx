import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { differencesOf } from './differences.ts'
import { draftOf, type Draft } from './draft.ts'
import type { Saving } from './use-saving.ts'
import { Lines } from './versions.tsx'

/** Somebody else has saved meanwhile: nothing is overwritten unasked, and the draft stays. */
export function Conflict({ saving, draft }: { saving: Saving; draft: Draft }) {
  const { theirs, busy, overwrite, takeTheirs } = saving
  if (!theirs) return null
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg bg-warn-soft p-4 text-sm">
      <p>
        Somebody else changed this automation; it is now version {theirs.version}. Your draft is kept and not
        saved. Yours differs from theirs:
      </p>
      <Lines lines={differencesOf(draftOf(theirs), draft)} />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void overwrite()}>
          Save mine as a new version
        </Button>
        <Button onClick={takeTheirs}>Take theirs</Button>
      </div>
    </div>
  )
}
