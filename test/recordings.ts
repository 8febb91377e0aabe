import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { UpstreamReply } from './upstream.ts'

/** Real answers of the providers, kept beside the repository; absent where only the repository is. */
const folder = new URL('../../shared/fixtures/', import.meta.url)

export const hasRecordings = existsSync(new URL('index.json', folder))

interface IndexRow {
  readonly file: string
  readonly status: unknown
}

const statuses: ReadonlyMap<string, number> = new Map(
  (hasRecordings ? (JSON.parse(bytesOf('index.json').toString()) as IndexRow[]) : []).map(
    ({ file, status }) => [file, typeof status === 'number' ? status : 200],
  ),
)

/** For what must be a file of its own, e.g. a database. */
export function recordingPath(file: string): URL {
  return new URL(file, folder)
}

export function bytesOf(file: string): Buffer {
  return readFileSync(new URL(file, folder))
}

// oxlint-disable-next-line no-explicit-any -- a vendor's JSON, walked freely by the test that knows its shape
export function jsonOf(file: string): any {
  return JSON.parse(bytesOf(file).toString())
}

/** The recording as it was served: its bytes under its status. */
export function replay(file: string): UpstreamReply {
  return { status: statuses.get(file) ?? 200, body: bytesOf(file) }
}

export function filesIn(provider: string): string[] {
  return readdirSync(new URL(`${provider}/`, folder)).map((name) => `${provider}/${name}`)
}
