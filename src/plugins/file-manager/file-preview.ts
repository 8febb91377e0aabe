import { lstat } from 'node:fs/promises'
import type { PreviewedChange } from '../../contract/preview.ts'
import { countOf } from '../../contract/text/counts.ts'
import { bytesText } from '../../contract/text/numbers.ts'
import type { PreviewCall, ToolCall } from '../../contract/tool.ts'
import { isInside } from '../../platform/files/links.ts'
import { unifiedDiff } from '../../platform/language/unified-diff.ts'
import { measuredTree } from './measured-tree.ts'
import { destinationFor } from './transfer.ts'

const maxDiffLength = 20_000

type Looking = Pick<ToolCall, 'home'>

/** What changes in a text file. */
export function previewedDiff(
  { path, before, after }: { path: string; before: string; after: string },
  call: Looking,
): PreviewedChange {
  const { text: diff, isCut } = unifiedDiff(before, after, { characters: maxDiffLength })
  return {
    kind: 'change',
    path: shown(path, call),
    ...(diff === '' ? { note: 'No changes.' } : { diff }),
    ...(isCut && { note: 'The end of the diff is left out.' }),
  }
}

/** A file or folder that goes to another place. */
export async function previewedTransfer(
  kind: 'move' | 'copy',
  { from, to, overwrite }: { from: string; to: string; overwrite: boolean },
  call: PreviewCall,
): Promise<PreviewedChange> {
  const goesInto = call.willBeFolder(to)
  const destination = goesInto
    ? `${to}/${from.slice(from.lastIndexOf('/') + 1)}`
    : await destinationFor(from, to)
  const existing = await lstat(destination).catch(() => undefined)
  const taken = existing?.isDirectory() ? 'A folder' : `A file (${bytesText(existing?.size ?? 0)})`
  const note = overwrite
    ? `${taken} there will be replaced.`
    : `${taken} already exists there, so this would fail.`
  return {
    kind,
    path: shown(from, call),
    to: shown(destination, call),
    ...(existing && { note }),
  }
}

/** What would go, and how much of it there is. */
export async function previewedDeletion(path: string, call: PreviewCall): Promise<PreviewedChange> {
  const stats = await lstat(path)
  const what = stats.isDirectory() ? await folderText(path, call) : bytesText(stats.size)
  return { kind: 'delete', path: shown(path, call), note: `${what}, to the trash` }
}

async function folderText(path: string, { signal }: PreviewCall): Promise<string> {
  const { total_files: files, total_bytes } = await measuredTree([path], {
    signal,
    visible: (entries) => entries,
  })
  return `A folder with ${countOf(files, 'file')}, ${bytesText(total_bytes)}`
}

/** As people write it, with ~ for the home folder. */
export function shown(path: string, { home }: Looking): string {
  return isInside(path, home) ? `~${path.slice(home.length)}` : path
}
