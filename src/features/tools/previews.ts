import type { PreviewedChange } from '../../contract/preview.ts'
import type { AnyTool, PreviewCall } from '../../contract/tool.ts'
import { visibleText } from '../../contract/visible-text.ts'

/** Whoever is asked must not wait long for the question. */
const MAX_MS = 10_000
const MAX_CHANGES = 50
const MAX_DIFF_LENGTH = 12_000
/** Of all calls of one question together. */
export const MAX_PREVIEW_LENGTH = 120_000

/** What a call would change, with everything written out that is not seen. None where nobody can tell. */
export async function previewOf(
  tool: AnyTool,
  { args, call, room }: { args: Readonly<Record<string, unknown>>; call: PreviewCall; room: number },
): Promise<readonly PreviewedChange[]> {
  if (!tool.preview) return []
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(MAX_MS)])
  const late = Promise.withResolvers<readonly PreviewedChange[]>()
  const onAbort = () => late.resolve([])
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const changes = await Promise.race([tool.preview(args, { ...call, signal }), late.promise])
    return bounded(changes, room)
  } catch {
    // The arguments are shown all the same, and what is wrong with them is said when it runs.
    return []
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Characters of it that count for the room. */
export function sizeOf(changes: readonly PreviewedChange[]): number {
  return changes.reduce((sum, { diff = '' }) => sum + diff.length, 0)
}

function bounded(changes: readonly PreviewedChange[], room: number): readonly PreviewedChange[] {
  let left = room
  return changes.slice(0, MAX_CHANGES).map(({ kind, path, to, diff, note }) => {
    const shown = diff === undefined ? undefined : cut(visibleText(diff), Math.min(left, MAX_DIFF_LENGTH))
    left -= shown?.length ?? 0
    return {
      kind,
      path: visibleText(path),
      ...(to !== undefined && { to: visibleText(to) }),
      ...(shown !== undefined && { diff: shown }),
      ...(note !== undefined && { note: visibleText(note) }),
    }
  })
}

/** Whole lines, and how many are missing. */
function cut(diff: string, most: number): string {
  if (diff.length <= most) return diff
  const kept = diff.slice(0, diff.lastIndexOf('\n', most) + 1)
  const left = diff.slice(kept.length).split('\n').length
  return `${kept}… ${left} more lines`
}
