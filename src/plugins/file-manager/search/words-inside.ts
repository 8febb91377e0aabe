import type { ToolCall } from '../../../contract/tool.ts'
import { holdInput } from '../../../platform/files/input-file.ts'
import { onTheWay } from '../../../platform/files/rights.ts'
import type { Found } from './search.ts'
import { comparable } from './search-query.ts'
import { binaryType, decodedChunks, detectEncoding, openRegularFile } from '../text/text-file.ts'

/** Larger files are logs and dumps, which would keep a person waiting. */
const maxRead = 8 * 1024 * 1024
const filesAtOnce = 8
const readBetweenReports = 500

/** Those that are text and have the words in them, in the same order. Files with secrets are not looked into. */
export async function withWords(found: readonly Found[], words: string, call: ToolCall): Promise<Found[]> {
  const wanted = comparable(words).replaceAll(/\s+/g, ' ')
  const holds = new Set<Found>()
  let read = 0
  const waiting = found.values()
  const work = async (): Promise<void> => {
    for (const candidate of waiting) {
      call.signal.throwIfAborted()
      if (await hasWords(candidate, wanted, call)) holds.add(candidate)
      read += 1
      if (read % readBetweenReports === 0)
        call.progress({ message: `${read} files read, ${holds.size} found`, fraction: read / found.length })
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, work))
  return found.filter((candidate) => holds.has(candidate))
}

async function hasWords({ path, stats }: Found, wanted: string, call: ToolCall): Promise<boolean> {
  if (!stats.isFile() || stats.size === 0 || stats.size > maxRead) return false
  try {
    await using input = await holdInput(path, onTheWay(call))
    await using file = await openRegularFile(path, input)
    if (binaryType(file.start, path)) return false
    let before = ''
    const encoding = await detectEncoding(file, call.signal)
    for await (const text of decodedChunks(file, { encoding, signal: call.signal })) {
      const chunk = before + comparable(text).replaceAll(/\s+/g, ' ')
      if (chunk.includes(wanted)) return true
      before = chunk.slice(-wanted.length)
    }
    return false
  } catch (error) {
    if (call.signal.aborted) throw error
    // Closed to us, or gone: it is as if it were not there.
    return false
  }
}
