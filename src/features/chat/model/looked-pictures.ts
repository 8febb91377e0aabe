import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '../../../contract/type.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { LookedPicture } from '../../../contract/tool.ts'
import { readPictureText } from '../../../platform/documents/picture-text.ts'
import type { ShownPicture } from '../../../platform/documents/reader-orders.ts'
import { runReader } from '../../../platform/documents/run-reader.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import type { Turn } from '../../models/language-model.ts'
import { shortened } from './history/token-room.ts'
import { asData } from './untrusted.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'

type UserTurn = Extract<Turn, { role: 'user' }>

export interface LookOptions {
  /** Whether the model is shown the pictures; else it gets the text in them. */
  readonly sees: boolean
  /** What stands around data in this conversation. */
  readonly mark: string
  readonly signal: AbortSignal
}

const shownEdge = 1_568
/** Letters of a scanned page are small. */
const readEdge = 4_096
const maxText = 10_000

const WithPicture = Type.Object({ picture: Type.Object({ path: Type.String(), sha256: Type.String() }) })
const problemsOf = checkFor(WithPicture, 'result')

/** The picture that a call looked at. Only the service's own tools are believed: the file that they name is read again. */
export function lookedIn(
  entry: CatalogEntry | undefined,
  { success, data }: Envelope,
): LookedPicture | undefined {
  if (!success || entry?.origin !== 'built_in' || entry.tool.shows !== true || problemsOf(data).length > 0)
    return undefined
  const { path, sha256 } = (data as { picture: LookedPicture }).picture
  return { path, sha256 }
}

/** What comes after the results of calls that looked at pictures. */
export async function turnOfLooks(looks: readonly LookedPicture[], options: LookOptions): Promise<UserTurn> {
  const seen = await Promise.all(
    looks.map((look) => (options.sees ? seenPicture(look, options) : readText(look, options))),
  )
  const pictures = seen.flatMap(({ picture }) => picture ?? [])
  const text = seen.map((one) => one.text).join('\n')
  return { role: 'user', text, ...(pictures.length > 0 && { pictures }) }
}

interface Seen {
  readonly text: string
  readonly picture?: { readonly mime_type: string; readonly data: string }
}

async function seenPicture(look: LookedPicture, { signal }: LookOptions): Promise<Seen> {
  try {
    const { shown } = await sameBytes(look, { maxEdge: shownEdge, signal })
    const picture = { mime_type: shown.mediaType, data: shown.base64 }
    return {
      text: `(Not from the user: the picture ${look.path}, ${shown.width} × ${shown.height}.)`,
      picture,
    }
  } catch (error) {
    return { text: notSeen(look, error) }
  }
}

async function readText(look: LookedPicture, { signal, mark }: LookOptions): Promise<Seen> {
  try {
    const { shown } = await sameBytes(look, { maxEdge: readEdge, signal })
    await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-look-'))
    const path = join(folder.path, `picture.${shown.mediaType.slice('image/'.length)}`)
    await writeFile(path, shown.base64, { encoding: 'base64', mode: 0o600 })
    const found = await readPictureText(path, { signal, searchPath: process.env['PATH'] ?? '' })
    if (found === '') return { text: `(You cannot see ${look.path}, and no text was found in it. Say so.)` }
    const data = asData(shortened(found, maxText), { source: `text in the picture ${look.path}`, mark })
    return { text: `(You cannot see ${look.path}. The text in it:)\n${data}` }
  } catch (error) {
    return { text: notSeen(look, error) }
  }
}

async function sameBytes(
  { path, sha256 }: LookedPicture,
  { maxEdge, signal }: { maxEdge: number; signal: AbortSignal },
): Promise<ShownPicture> {
  const picture = await runReader('picture', { path, maxEdge }, { signal })
  if (picture.sha256 === sha256) return picture
  throw new AppError('conflict', 'It was replaced after the call.')
}

function notSeen({ path }: LookedPicture, error: unknown): string {
  if (!(error instanceof AppError)) throw error
  return `(${path} could not be shown: ${error.message})`
}
