import { createReadStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { LookedPicture, ToolCall } from '../../contract/tool.ts'
import type { LeftFile } from './left-files.ts'
import { contentKindOf } from '../documents/content-kind.ts'
import { runReader } from '../documents/run-reader.ts'
import { linksResolved } from '../files/links.ts'
import { carryOrigin } from '../files/origins.ts'
import { writeOutput } from '../files/output-file.ts'
import { allowedPath, resolveUserPath } from '../files/paths.ts'
import { Type, type Static } from '../../contract/type.ts'

export const MadeFile = Type.Object({
  name: Type.String({ description: 'Its path below out/' }),
  path: Type.String({ description: 'Where it is' }),
  bytes: Type.Integer({ description: 'Its size' }),
  mime_type: Type.String({ description: 'Its type, detected from the content' }),
  file_id: Type.Optional(
    Type.String({ description: 'Identifies it in other calls, if the service keeps it' }),
  ),
})
export type MadeFile = Static<typeof MadeFile>

/** Keeps a file among those of the service. */
export type KeepFile = (
  file: { readonly filename: string; readonly chunks: AsyncIterable<Uint8Array> },
  call: { readonly signal: AbortSignal },
) => Promise<{ readonly file_id: string; readonly path: string; readonly mime_type: string }>

const MAX_NAMES = 100
/** The picture is read again, and made smaller, by whoever shows it. */
const SMALL_EDGE = 64

export interface Saving {
  readonly folder: string
  /** What the code was given: when that is from outside, so is what was made of it. */
  readonly from: readonly string[]
  readonly call: ToolCall
}

/** Puts what the code left into a folder of the person, by the rules for whoever called it. Nothing is replaced. */
export async function saveLeft(
  files: readonly LeftFile[],
  { folder, from, call }: Saving,
): Promise<MadeFile[]> {
  const target = await allowedPath(folder, call, { access: 'write', name: 'save_to' })
  const sources = await Promise.all(
    from.map((path) => linksResolved(resolveUserPath(path, { home: call.home }))),
  )
  const made: MadeFile[] = []
  for (const file of files) {
    const path = await saveFree(file, { target, call })
    const real = await linksResolved(path)
    for (const source of sources) await carryOrigin(source, real, call)
    made.push({ name: file.name, path, bytes: file.bytes, mime_type: await contentKindOf(path) })
  }
  return made
}

async function saveFree(
  file: LeftFile,
  { target, call }: { target: string; call: ToolCall },
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(target, dirname(file.name), numbered(file.name, number))
    try {
      await writeOutput(path, (place) => copyFile(file.path, place), {
        caller: call,
        signal: call.signal,
        overwrite: false,
      })
      return path
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict' || number >= MAX_NAMES) throw error
    }
  }
}

function numbered(name: string, number: number): string {
  const last = name.split('/').at(-1)!
  if (number === 1) return last
  const extension = extname(last)
  return `${last.slice(0, last.length - extension.length)} (${number})${extension}`
}

/** Keeps what the code left among the files of the service. */
export async function keepLeft(
  files: readonly LeftFile[],
  { keep, call }: { keep: KeepFile; call: ToolCall },
): Promise<MadeFile[]> {
  const made: MadeFile[] = []
  for (const { name, path, bytes } of files) {
    const chunks = createReadStream(path) as AsyncIterable<Uint8Array>
    const kept = await keep({ filename: basename(name), chunks }, { signal: call.signal })
    made.push({ name, path: kept.path, bytes, mime_type: kept.mime_type, file_id: kept.file_id })
  }
  return made
}

/** The first picture among the files that can be looked at. */
export async function lookAt(
  made: readonly MadeFile[],
  signal: AbortSignal,
): Promise<LookedPicture | undefined> {
  for (const { path, mime_type } of made) {
    if (!mime_type.startsWith('image/')) continue
    try {
      const { sha256 } = await runReader('picture', { path, maxEdge: SMALL_EDGE }, { signal })
      return { path, sha256 }
    } catch (error) {
      // Code can call anything a picture.
      if (!(error instanceof AppError) || signal.aborted) throw error
    }
  }
  return undefined
}
