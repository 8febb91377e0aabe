import { decodedText } from './file-text.ts'
import type { CodeMatches, RepositoryHost, RepositoryPlace } from './repository-host.ts'
import type { CodeMatch } from './shapes.ts'

const MAX_FILES = 300
const MAX_FILE_BYTES = 200_000
const AT_ONCE = 4
const MAX_LINE_LENGTH = 300

type Reader = Pick<RepositoryHost, 'list' | 'read'>

interface Wanted {
  readonly query: string
  readonly limit: number
  readonly place: RepositoryPlace
}

/** For a service that cannot search: reads the smaller files of a repository and looks for the words itself. */
export async function searchByReading(host: Reader, { query, limit, place }: Wanted): Promise<CodeMatches> {
  const { entries, truncated } = await host.list(
    { ...place, path: '' },
    { recursive: true, limit: MAX_FILES * 10 },
  )
  const files = entries.filter(({ type, size }) => type === 'file' && (size ?? 0) <= MAX_FILE_BYTES)
  const paths = files.slice(0, MAX_FILES).map(({ path }) => path)
  const matches: CodeMatch[] = []
  let next = 0
  const work = async () => {
    while (next < paths.length && matches.length < limit) {
      const path = paths[next++]!
      const found = await host.read({ ...place, path })
      const match = found.kind === 'file' ? matchIn(found.bytes, query) : undefined
      if (match)
        matches.push({ repository: `${place.owner}/${place.repo}`, path, url: urlOf(found), ...match })
    }
  }
  const workOrStopAll = () =>
    work().catch((error: unknown) => {
      next = paths.length
      throw error
    })
  await Promise.all(Array.from({ length: AT_ONCE }, workOrStopAll))
  const isPartial = truncated || files.length > paths.length || files.length < entries.filter(isFile).length
  const note = isPartial ? `Only the first ${paths.length} smaller files were read.` : undefined
  const sorted = matches.toSorted((a, b) => a.path.localeCompare(b.path)).slice(0, limit)
  return { matches: sorted, total: null, note }
}

function isFile({ type }: { type: string }): boolean {
  return type === 'file'
}

function urlOf(found: object): string | null {
  return 'url' in found && typeof found.url === 'string' ? found.url : null
}

function matchIn(bytes: Buffer, query: string): { line: number; excerpts: string[] } | undefined {
  const text = decodedText(bytes)
  if (text === undefined) return undefined
  const words = query.toLowerCase()
  const lines = text.split('\n')
  const hits = lines.flatMap((line, index) => (line.toLowerCase().includes(words) ? [index] : []))
  if (hits.length === 0) return undefined
  return {
    line: hits[0]! + 1,
    excerpts: hits.slice(0, 5).map((index) => lines[index]!.trim().slice(0, MAX_LINE_LENGTH)),
  }
}
