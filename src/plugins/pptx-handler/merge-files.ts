import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { appendPresentation } from '../../platform/presentations/merge-presentations.ts'
import { holdInput } from '../../platform/files/input-file.ts'
import { openPresentation, type Presentation } from '../../platform/presentations/presentation.ts'
import { savePresentation } from './edit-presentation.ts'

interface MergedFiles {
  readonly bytes: number
  readonly slide_count: number
  readonly sources: { path: string; slides: number }[]
  readonly warnings: string[]
}

export async function mergeFiles(
  { paths, target }: { paths: readonly string[]; target: string },
  call: ToolCall,
): Promise<MergedFiles> {
  // Media are copied when the result is saved, so every source stays open until then.
  await using open = new AsyncDisposableStack()
  const [first, ...others] = paths
  const opened = async (path: string): Promise<Presentation> =>
    open.use(await openPresentation(open.use(await holdInput(path, call)).through))
  const result = await opened(first!)
  becomePresentation(result)
  const sources = [{ path: first!, slides: (await result.slides()).length }]
  const warnings: string[] = []
  for (const [index, path] of others.entries()) {
    const source = await opened(path)
    const { slides, commentedSlides, scaled } = await appendPresentation(result, source, {
      signal: call.signal,
    })
    sources.push({ path, slides })
    if (scaled) warnings.push(`The slides of ${basename(path)} had a different size and were scaled to fit.`)
    if (commentedSlides > 0) warnings.push(`Comments in ${basename(path)} were left out.`)
    call.progress({ fraction: (index + 1) / paths.length })
  }
  const bytes = await savePresentation(result, { target, call })
  return { bytes, slide_count: (await result.slides()).length, sources, warnings }
}

const presentationType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'

/** A template or a show becomes a plain presentation; one with macros cannot, because PowerPoint would refuse the file. */
function becomePresentation({ pack, part, label }: Presentation): void {
  if (pack.contentTypes.of(part)?.includes('macroEnabled')) {
    throw new AppError(
      'unsupported_media_type',
      `${label} contains macros, which a .pptx file can't. Put another file first, or save it as .pptx.`,
    )
  }
  pack.contentTypes.set(part, presentationType)
}
