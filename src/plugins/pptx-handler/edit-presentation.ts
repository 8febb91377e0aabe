import { stat } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { editInTurn } from '../../platform/archives/edit-in-turn.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { holdInput } from '../../platform/files/input-file.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import { openPresentation, type Presentation } from '../../platform/presentations/presentation.ts'
import type { EditedFiles } from './file-access.ts'

export interface Edited<Result> {
  readonly result: Result
  readonly bytes: number
  readonly slideCount: number
}

/** Opens a presentation, changes it and writes it. Whatever fails, the file stays as it was. */
export async function editPresentation<Result>(
  { path, target }: EditedFiles,
  call: ToolCall,
  edit: (presentation: Presentation) => Promise<Result>,
): Promise<Edited<Result>> {
  return editInTurn(target, async () => {
    const before = await fingerprint(path)
    await using file = await holdInput(path, call)
    await using presentation = await openPresentation(file.through)
    const result = await edit(presentation)
    const slideCount = (await presentation.slides()).length
    const bytes = await savePresentation(presentation, {
      target,
      call,
      check: () => assertUnchanged(path, before),
    })
    return { result, bytes, slideCount }
  })
}

export async function savePresentation(
  presentation: Presentation,
  { target, call, check }: { target: string; call: ToolCall; check?: () => Promise<void> },
): Promise<number> {
  const { signal } = call
  return writeOutput(
    target,
    async (temporaryPath) => {
      const { bytes } = await presentation.pack.save(temporaryPath, { signal })
      await check?.()
      return bytes
    },
    { caller: call, signal },
  )
}

/** Another program may save the same file while we work; its work is not overwritten. */
async function assertUnchanged(path: string, before: string): Promise<void> {
  if ((await fingerprint(path)) === before) return
  throw new AppError('conflict', `Another program just changed "${path}". Close it there and try again.`)
}

async function fingerprint(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true })
    return [ino, size, mtimeNs].join(' ')
  } catch (error) {
    throw fileError(error, path)
  }
}
