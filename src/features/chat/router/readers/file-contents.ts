import { exactWords, wantsMore } from '../exact.ts'
import {
  placeName,
  readFilePlace,
  usualFolder,
  type FilePlace,
} from '../../../../platform/language/values/file-places.ts'
import { present, type SlotReader } from './reader.ts'

/** "write hello to ~/a.txt", "append bye to ~/a.txt", "create a file ~/a.txt with the text hello" */
export const readWriting: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (/^(?:create|make|new)(?: me)?(?: an?)?(?: new| empty)*(?: text)? file$/i.test(said)) return {}
  return writtenTo(said) ?? createdWith(said)
}

function writtenTo(said: string) {
  const [, verb, words, to] =
    /^(write|save|put|store|append|add)(?: the (?:text|words?|line|sentence|following(?: text)?))?:? (.+) (?:to|into|in|as)(?: the end of)? (?:(?:a|the|my)(?: new)?(?: text)? file(?: called| named)? |a new file )?(.+)$/is.exec(
      said,
    ) ?? []
  const path = to === undefined ? undefined : textFile(to)
  if (!path || words === undefined) return undefined
  const content = contentOf(words)
  if (content === undefined && wantsMore(said)) return undefined
  // "add logging to server.ts" wants no such word at its end.
  if (/^add$/i.test(verb!) && !/["']/.test(words) && codeFile.test(placeName(path))) return undefined
  const isAdded = /^(?:append|add)$/i.test(verb!) || /\bto the end of\b/i.test(said)
  return present({ path, content, mode: isAdded ? 'append' : undefined })
}

const codeFile = /\.(?:py|js|ts|sh|css|sql|html?|json|ya?ml|toml|ini|conf|xml|tex)$/i

const creating =
  /^(?:create|make|write|start|new|touch)(?: me)?(?: a| an| the)?(?: new)?( empty| blank)?(?: (?:plain )?text)?(?: file| document)?(?: called| named| at)? (.+?)(?:,? (?:with|containing|saying|that says|which says|and write|and put)(?: the)?(?: contents?| text| words?| line)?:? (.+?)(?: in it| into it)?)?$/is

function createdWith(said: string) {
  const [, , where, words] = creating.exec(said) ?? []
  const path = where === undefined ? undefined : textFile(where)
  if (!path) return undefined
  if (words === undefined) return wantsMore(said) ? undefined : { path, content: '' }
  const content = contentOf(words)
  if (content === undefined && wantsMore(said)) return undefined
  return present({ path, content })
}

/** Only text is written so; documents have their own tools. */
function textFile(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  const name = place?.path ?? place?.name
  if (
    !place ||
    name === undefined ||
    /\.(?:docx?|xlsx?|pptx?|pdf|odt|ods|odp|png|jpe?g|zip|gz|mp3|mp4)$/i.test(name)
  )
    return undefined
  // A folder is no file to write.
  return usualFolder(words) === undefined && place.kind !== 'folder' ? place : undefined
}

/** What stands in quotes, or words that stand for themselves: "this" and "the list" are not written out. */
function contentOf(words: string): string | undefined {
  const quoted = /^(?:"(.*)"|'(.*)')$/s.exec(words.trim())
  if (quoted) return quoted[1] ?? quoted[2]
  if (
    /^(?:it|this|that|them|these|those|the|my|an?|all|every\w*|some\w*|your|what|our|their|his|her)\b/i.test(
      words.trim(),
    )
  )
    return undefined
  return /["]/.test(words) || wantsMore(words) ? undefined : words.trim()
}

const pdf = String.raw`(?<pdf>.+?\.pdf["']?)`
const pdfShapes: readonly RegExp[] = [
  new RegExp(String.raw`^(?:search|look|scan)(?: in| inside| through)? ${pdf} for (?<words>.+)$`, 'i'),
  new RegExp(
    String.raw`^(?:does|where does|what does) ${pdf} (?:mention|say (?:anything )?about|contain|say) (?<words>.+)$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:which|what) pages? (?:of|in) ${pdf} (?:mentions?|says?|contains?) (?<words>.+)$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:find|search(?: for)?|look for|locate) (?<words>.+) (?:in|inside|within) ${pdf}$`,
    'i',
  ),
]

/** Words in one PDF. */
export const readPdfSearch: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  const found = pdfShapes.map((shape) => shape.exec(said)?.groups).find((groups) => groups !== undefined)
  const path = readFilePlace(found?.['pdf'])
  const query = unquoted(found?.['words']?.replace(/^the (?:words?|text) /i, ''))
  return path && query !== undefined ? { path, query } : undefined
}

const table = String.raw`\.(?:csv|tsv|xlsx?|ods)`
const chartShape = new RegExp(
  String.raw`^(?:make|draw|create|plot|generate|show|build)?(?: me)? ?(?:a |an )?(?<kind>bar|line|pie|scatter)(?: chart| graph| plot)(?: of| for| showing)? ?(?<about>.*?) ?(?:from|of|in|using|with)? (?:the (?:file|spreadsheet|data in) )?(?<what>"[^"]+${table}"|~?/\S+${table}|[^\s"]+${table})(?:,?(?: and)?(?: save(?: it)?)? (?:to|as|in|into) (?<to>.+))?$`,
  'i',
)

/** A chart of a table in a file. */
export const readChart: SlotReader = (sentence) => {
  const { kind = '', about = '', what, to } = chartShape.exec(exactWords(sentence))?.groups ?? {}
  const path = readFilePlace(what)
  const target = readFilePlace(to)
  const columns = readColumns(about.trim())
  if (!path || !columns || (to !== undefined && !target)) return undefined
  return present({ path, to: target, chart_type: kind.toLowerCase(), ...columns })
}

/** "sales by region", "sales"; other words may say what is not understood. */
function readColumns(about: string): Record<string, string | undefined> | undefined {
  const [, y, x] = /^(?:the )?(.+?) (?:by|per|against|over|vs\.?|versus) (.+)$/i.exec(about) ?? []
  if (y !== undefined) return { y_column: unquoted(y), x_column: unquoted(x) }
  return /\s/.test(about) ? undefined : { y_column: unquoted(about) }
}

const documentKinds: readonly (readonly [RegExp, 'CREATE_DOCX' | 'WRITE_XLSX' | 'CREATE_PPTX'])[] = [
  [/^(?:word|docx|document)/i, 'CREATE_DOCX'],
  [/^(?:excel|spreadsheet|xlsx|workbook)/i, 'WRITE_XLSX'],
  [/^(?:powerpoint|presentation|pptx|slide)/i, 'CREATE_PPTX'],
]

/** A new Word document, spreadsheet or presentation: what it is called, and where it goes. */
export const readNewDocument: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  const [, kind, rest = ''] =
    /^(?:create|make|start|write|new)(?: me)?(?: a| an)?(?: new| blank| empty)*(?: ms| microsoft)? ((?:word|excel|powerpoint)(?: document| file| doc| workbook| spreadsheet| presentation| sheet)?|docx(?: file)?|xlsx(?: file)?|pptx(?: file)?|document|spreadsheet|presentation|slide ?deck|slideshow|workbook)\b ?(.*)$/is.exec(
      said,
    ) ?? []
  const action = documentKinds.find(([pattern]) => pattern.test(kind ?? ''))?.[1]
  if (action === undefined) return undefined
  const read = partsOf(rest)
  return read && present({ action, ...read })
}

/** "called Minutes in ~/Documents with the text hello", in any of these parts. */
function partsOf(rest: string): Record<string, unknown> | undefined {
  let left = rest.trim()
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(left)
    if (!found) return undefined
    left = left.replace(found[0], ' ').replaceAll(/\s+/g, ' ').trim()
    return found[1]!.trim()
  }
  const text = take(
    /,?(?:^|\s)(?:with|containing|saying|that says)(?: the)? (?:text|content|contents|words?):? (.+)$/i,
  )
  const columns = take(/,?(?:^|\s)with(?: the)? columns?:? (.+)$/i)
  const title = take(
    /,?(?:^|\s)(?:titled|entitled|called|named|about|with the title|with title) ("[^"]+"|'[^']+'|.+?)(?=$| (?:in|at|as|to|on|into) (?:~?\/|my |the |"))/i,
  )
  const place = take(
    /(?:^|\s)(?:in |at |as |to |on |into |and save it (?:to|as|in) )?("~?\/[^"]+"|~?\/\S+|(?:my |the )?(?:desktop|documents|downloads)(?: folder)?)$/i,
  )
  if (left !== '') return undefined
  return {
    title: unquoted(title),
    text: unquoted(text),
    to: readFilePlace(place),
    columns: columns?.split(/,? and |, ?/).map((column) => unquoted(column)!.trim()),
  }
}

function unquoted(text: string | undefined): string | undefined {
  const inner = text?.trim().replace(/^(["'])(.*)\1$/s, '$2')
  return inner === '' ? undefined : inner
}
