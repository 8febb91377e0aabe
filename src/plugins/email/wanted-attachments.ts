import { AppError } from '../../contract/errors.ts'
import { safeFileName } from '../../platform/files/paths.ts'
import { nearestName } from '../../platform/validation/validation.ts'
import type { AttachmentPart } from './message-parts.ts'

/** Which attachments to fetch, and which of the files in them to keep. */
export interface Wanted {
  readonly parts: readonly AttachmentPart[]
  readonly isWanted: (filename: string) => boolean
  /** The one name that was asked for. */
  readonly filename?: string
  /** A winmail.dat that was asked for by its name is saved as it is. */
  readonly keepsPacked: boolean
}

const tnefTypes = new Set(['application/ms-tnef', 'application/vnd.ms-tnef'])

/** Outlook's package, in which the attachments are that the sender saw. */
export function isTnef({ type, name }: Pick<AttachmentPart, 'type' | 'name'>): boolean {
  return tnefTypes.has(type) || /^winmail\.dat$/i.test(name.trim())
}

export function wantedAttachments(
  attachments: readonly AttachmentPart[],
  filename: string | undefined,
): Wanted {
  if (filename === undefined) return { parts: attachments, isWanted: () => true, keepsPacked: false }
  const isWanted = sameName(attachments, filename)
  const named = attachments.filter(({ name }) => isWanted(name))
  if (named.length > 0) return { parts: named, isWanted, filename, keepsPacked: true }
  // Only what is inside can have that name; it is known after unpacking.
  const packed = attachments.filter(isTnef)
  if (packed.length > 0) return { parts: packed, isWanted, filename, keepsPacked: false }
  throw noSuchAttachment(
    filename,
    attachments.map(({ name }) => name),
  )
}

export function noSuchAttachment(filename: string, names: readonly string[]): AppError {
  if (names.length === 0) {
    return new AppError('not_found', `This email has no attachments, so no "${filename}" either.`)
  }
  const near = nearestName(filename, names)
  const suggestion = near === undefined ? '' : ` Did you mean "${near}"?`
  return new AppError(
    'not_found',
    `This email has no attachment "${filename}".${suggestion} It has: ${names.slice(0, 50).join(', ')}.`,
  )
}

/** Exactly that name if there is one; else the name as it would be on disk, or in another case. */
function sameName(attachments: readonly AttachmentPart[], filename: string): (name: string) => boolean {
  if (attachments.some(({ name }) => name === filename)) return (name) => name === filename
  const plain = (name: string): string => safeFileName(name).toLowerCase()
  const wanted = plain(filename)
  return (name) => plain(name) === wanted
}
