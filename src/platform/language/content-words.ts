import { extensionOf, withoutSpans } from './spans.ts'
import { stemOf, stemsOf, wordsOf } from './word-stems.ts'

/** Words that mean the same when somebody asks for something to be done. */
const ALIKE = [
  ['make', 'create', 'build', 'generate', 'produce', 'new'],
  ['find', 'search', 'look', 'locate'],
  ['delete', 'remove', 'trash', 'erase'],
  ['write', 'save', 'store', 'put'],
  ['read', 'open', 'show', 'display', 'view', 'get'],
  ['move', 'rename'],
  ['copy', 'duplicate'],
  ['zip', 'compress', 'pack', 'archive'],
  ['unzip', 'extract', 'unpack'],
  ['send', 'mail', 'post', 'share'],
  ['mail', 'email', 'message'],
  ['convert', 'turn', 'export', 'transform'],
  ['add', 'append', 'insert'],
  ['merge', 'combine', 'join'],
  ['draw', 'plot'],
  ['spreadsheet', 'excel', 'xlsx', 'workbook', 'sheet'],
  ['presentation', 'powerpoint', 'pptx', 'deck', 'slides'],
  ['word', 'docx'],
  ['folder', 'directory'],
  ['picture', 'image', 'photo', 'png', 'jpg', 'jpeg'],
  ['chart', 'graph', 'plot', 'diagram'],
  ['text', 'txt', 'md', 'content'],
].map((group) => group.map(stemOf))

const STOP_WORDS = new Set(
  wordsOf(
    `a an the my your his her our their this that these those it its them they he she of to in into on onto at for from
     with without by as and or but then than so please can could would should will shall may might must i me you we us is
     are was were be been am do does did done have has had want like need just also all any some every each there here
     not no yes if when after before up out over under about via per`,
  ).map(stemOf),
)

/**
 * The words of a sentence that say what it is about, as stems. Paths, quotes and addresses are values, not words: of
 * them only the kind of file counts.
 */
export function contentStems(text: string): string[] {
  const words = withoutSpans(text, {
    write: ({ kind, value }) => {
      if (kind === 'path' || kind === 'file_name') return ` ${extensionOf(value) ?? 'folder'} `
      return kind === 'url' ? ' url ' : ' '
    },
  })
  return stemsOf(words).filter((stem) => !STOP_WORDS.has(stem))
}

/** Stems of words that mean the same; the word itself is not among them when it has none. */
export function stemsLike(stem: string): readonly string[] {
  return ALIKE_OF.get(stem) ?? []
}

const ALIKE_OF = new Map<string, string[]>()
for (const group of ALIKE)
  for (const stem of group) ALIKE_OF.set(stem, [...(ALIKE_OF.get(stem) ?? []), ...group])
