import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { contentKindOf } from '../../../platform/documents/content-kind.ts'
import { fileError } from '../../../platform/files/file-error.ts'
import type { Documents } from '../../documents/documents.ts'
import type { Picture } from '../../models/language-model.ts'
import type { Asked, Attachment } from '../answering.ts'
import { charactersFor, shortened } from './history/token-room.ts'
import { asData } from './untrusted.ts'

export type DocumentPort = Pick<Documents, 'ingest' | 'search' | 'read' | 'open'>

/** What the files and documents that a message is about bring into the question. */
export interface Sources {
  /** To be put before the message; empty when there is nothing. */
  readonly text: string
  readonly pictures: readonly Picture[]
  /** What could not be read, as sentences for the person. */
  readonly problems: readonly string[]
}

const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const MAX_FOUND = 4
const shownPictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Reads what is attached, and finds what else among the documents speaks of the same. */
export async function findSources(asked: Asked, port: SourcePort): Promise<Sources> {
  const { attached, text, ...sources } = await readAttachments(asked.attachments, { asked, ...port })
  const found = await findPassages(asked, port.documents)
  const texts = found
    .filter(({ document_id }) => !attached.has(document_id))
    .map((passage) =>
      asData(passage.text, { source: `${passage.title} (${passage.document_id})`, mark: port.mark }),
    )
  return { ...sources, text: shortened([text, ...texts].join('\n').trim(), charactersFor(port.tokens)) }
}

export interface SourcePort {
  readonly documents: DocumentPort
  readonly tokens: number
  /** Whether pictures are shown; else only the text in them is read. */
  readonly sees: boolean
  /** What stands around data in this conversation. */
  readonly mark: string
}

/** What stands in attached files: the texts with where they come from, pictures as they are. */
export async function readAttachments(
  attachments: readonly Attachment[],
  { asked, documents, tokens, sees, mark }: SourcePort & { readonly asked: Asked },
): Promise<Sources & { readonly attached: ReadonlySet<string> }> {
  const texts: string[] = []
  const pictures: Picture[] = []
  const problems: string[] = []
  const attached = new Set<string>()
  const characters = charactersFor(tokens / Math.max(1, attachments.length))
  for (const attachment of attachments) {
    try {
      const shown = sees ? await pictureAt(attachment, { asked, documents }) : undefined
      if (shown) {
        pictures.push(shown.picture)
        texts.push(`(Picture ${pictures.length}: ${shown.place})`)
        continue
      }
      const document = await readAttachment(attachment, { asked, documents, characters })
      attached.add(document.document_id)
      texts.push(
        asData(document.text, {
          source: `attached: ${placeOf(attachment, document)}`,
          mark,
        }),
      )
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(`Couldn't read an attached file: ${error.message}`)
    }
  }
  return { text: shortened(texts.join('\n'), charactersFor(tokens)), pictures, problems, attached }
}

/** What a picture is called, where it lies and of when it is, so that it can be spoken of, edited and moved. */
function pictureName(name: string | undefined, { path, held }: OpenFile): string {
  const changed = `changed ${held.stats.mtime.toISOString().slice(0, 16)}Z`
  // A name may hold lines of its own, which would read as the user's.
  return [name ?? basename(path), path, changed].join(', ').replaceAll(/\p{Cc}+/gu, ' ')
}

/** The same of a document, also when the message names only its id or an upload. */
function placeOf({ name, path }: Attachment, { title, document_id, path: known }: Attached): string {
  const parts = [name, path ?? known, document_id].filter((part) => typeof part === 'string' && part !== '')
  return [title, ...parts.filter((part) => part !== title)].join(', ')
}

type Attached = Awaited<ReturnType<Documents['read']>>
type OpenFile = Pick<Awaited<ReturnType<Documents['open']>>, 'path' | 'held'>

async function readAttachment(
  { document_id, file_id, path }: Attachment,
  {
    asked: { session_id, signal, provenance },
    documents,
    characters,
  }: { asked: Asked; documents: DocumentPort; characters: number },
): Promise<Attached> {
  const id =
    document_id ?? (await documents.ingest({ file_id, path, session_id }, { signal, provenance })).document_id
  return documents.read(id, { characters, sessionId: session_id })
}

/** A picture is shown as it is: what can be seen in it is more than the words in it. */
async function pictureAt(
  { document_id, file_id, path, name }: Attachment,
  { asked, documents }: { asked: Asked; documents: DocumentPort },
): Promise<{ picture: Picture; place: string } | undefined> {
  if (document_id !== undefined) return undefined
  await using file = await documents.open({ file_id, path }, asked)
  const { through, held } = file
  try {
    const mime_type = await contentKindOf(through, basename(file.path))
    if (!shownPictures.has(mime_type) || held.stats.size > MAX_PICTURE_BYTES) return undefined
    const picture = { mime_type, data: (await readFile(through)).toString('base64') }
    return { picture, place: pictureName(name, file) }
  } catch (error) {
    throw fileError(error, file.path)
  }
}

interface Passage {
  readonly document_id: string
  readonly title: string
  readonly text: string
}

/**
 * Only what clearly speaks of the same: a passage that happens to share a word would teach the model nothing, and make
 * the conversation one that has read private things.
 */
async function findPassages({ message, session_id }: Asked, documents: DocumentPort): Promise<Passage[]> {
  const words = [...new Set(contentWords(message))].slice(0, 16)
  if (words.length < 2) return []
  const { documents: found } = await documents.search(words.join(' '), {
    sessionId: session_id,
    limit: MAX_FOUND,
  })
  return found.flatMap(({ document_id, title, matches = [] }) => {
    const text = matches.map((match) => match.text).join('\n')
    const there = new Set(contentWords(`${title} ${text}`))
    const shared = words.filter((word) => there.has(word)).length
    return shared >= 2 && shared >= words.length / 2 ? [{ document_id, title, text }] : []
  })
}

const emptyWords = new Set(
  `a about an and any are as at be can could do does for from give had has have how i in into is it its know like list make me
   my need not of on or our out please say says show so tell that the their them then there these they this to up was we were
   what when where which who why will with would write you your`.split(/\s+/),
)

function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !emptyWords.has(word))
}
