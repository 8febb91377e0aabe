import type { DatabaseSync } from 'node:sqlite'
import { readable, searchExpressions } from '../../platform/documents/search-words.ts'
import type { ContentKind, ContentQuery, FoundContent, FoundContents } from './index-messages.ts'

/** Places that are ranked; a word that is in more of them tells nothing. */
const maxHits = 2_000
const placesPerFile = 3

/** The files that have the words, the best first; where no file has all of them, those that have some. */
export function searchIndex(database: DatabaseSync, query: ContentQuery): FoundContents {
  const expressions = searchExpressions(query.words)
  if (!expressions) return { files: [], hasAllWords: true }
  const all = find(database, expressions.all, query)
  if (all.length > 0) return { files: all, hasAllWords: true }
  return { files: find(database, expressions.any, query), hasAllWords: false }
}

function find(database: DatabaseSync, expression: string, query: ContentQuery): FoundContent[] {
  const { folder, kind, most } = query
  const hits = database
    .prepare(
      `SELECT chunk_search.rowid AS chunk, chunks.file, chunks.place
       FROM chunk_search JOIN chunks ON chunks.number = chunk_search.rowid
         JOIN files ON files.number = chunks.file
       WHERE chunk_search MATCH ?1
         AND (?2 IS NULL OR (files.path >= ?2 || '/' AND files.path < ?2 || '0'))
         AND (?3 IS NULL OR files.kind = ?3)
       ORDER BY chunk_search.rank LIMIT ${maxHits}`,
    )
    .all(expression, folder ?? null, kind ?? null)
  const byFile = Map.groupBy(hits, (hit) => Number(hit['file']))
  // Numbers are bound as REAL, which FTS5 takes for any rowid at all.
  const snippet = database.prepare(
    `SELECT snippet(chunk_search, 0, '', '', '…', 40) AS text FROM chunk_search
     WHERE chunk_search MATCH ? AND rowid = CAST(? AS INTEGER)`,
  )
  const file = database.prepare('SELECT path, kind, title, bytes, modified FROM files WHERE number = ?')
  return [...byFile].slice(0, most).map(([number, places]): FoundContent => {
    const row = file.get(number)!
    return {
      path: String(row['path']),
      kind: row['kind'] as ContentKind,
      title: row['title'] as string | null,
      bytes: Number(row['bytes']),
      modifiedMs: Number(row['modified']) / 1000,
      count: places.length,
      places: places.slice(0, placesPerFile).map((hit) => ({
        place: hit['place'] as string | null,
        text: tidy(String(snippet.get(expression, hit['chunk']!)?.['text'] ?? '')),
      })),
    }
  })
}

function tidy(text: string): string {
  return readable(text).replaceAll(/\s+/g, ' ').trim()
}
