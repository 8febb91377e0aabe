import { exactWords, wantsMore } from '../exact.ts'
import { readFilePlace, usualFolder } from '../../../../platform/language/values/file-places.ts'
import { folderIn } from './file-search.ts'
import { firstMatch, present, type SlotReader } from './reader.ts'

/** A path, with or without spaces, or a name that is looked for. */
export const readFileToOpen: SlotReader = (sentence) => {
  const text = exactWords(sentence)
  if (wantsMore(text)) return undefined
  const words =
    /^(?:open|read|show|display|view|summari[sz]e|print|cat|see)(?: me)?(?: up)? (.+)$/i.exec(text)?.[1] ??
    /^(?:what is|what's|whats|what does) (?:in )?(.+?)(?: say)?$/i.exec(text)?.[1]
  if (words === undefined) return undefined
  const place = readFilePlace(words.replace(/ (?:aloud|out loud|to me|on paper)$/i, ''))
  if (place) return place.kind === 'folder' ? undefined : { ...place }
  const name = /^(?:the|my) ((?:[\p{L}\d'-]+ ){0,4}[\p{L}\d'-]+)$/u.exec(words)?.[1]
  return name === undefined
    ? undefined
    : { name: name.replace(/ (?:file|document|pdf|spreadsheet|presentation)$/i, '') }
}

/** A folder by its path, by its usual name, or by a name that is looked for. */
export const readFolder: SlotReader = (sentence) => {
  const text = exactWords(sentence)
  if (wantsMore(text)) return undefined
  if (/^(?:ls|dir)(?: -\w+)*$/i.test(text)) return { path: '~' }
  if (/^(?:list|show)(?: me)?(?: all)?(?: the| my)? files$/i.test(text)) return { path: '~' }
  const words = text
    .replace(/^(?:show me|tell me|see|show) (?=what\b)/i, '')
    .replace(/^(?:ls|dir)(?: -\w+)* /i, '')
    .replace(
      /^(?:please )?(?:open|show|list|display|browse|go to|see|view|what is|what's|whats|what are|what files are|which files are|what do i have|tell me what is)(?: me)?(?: up)?(?: all)?(?: (?:the|my))?(?: (?:files|contents?|things|stuff|documents))?(?: (?:in|on|of|under|inside|within))? ?/i,
      '',
    )
    .replace(/ (?:right now|now)$/i, '')
  const place = readFilePlace(words)
  if (place?.path !== undefined) return { path: place.path }
  if (place?.name !== undefined && place.folder === undefined && place.kind === 'folder')
    return { name: place.name }
  const path = usualFolder(words) ?? folderIn(text)
  return path === undefined ? undefined : { path }
}

/** What a question about size or date is about. */
export const readFileFacts: SlotReader = (sentence) => {
  const text = exactWords(sentence)
  if (wantsMore(text)) return undefined
  const words = firstMatch(text, [
    /^(?:how (?:big|large|heavy)|what size) (?:is|are) (.+)$/i,
    /^(?:what is|what's|whats|tell me|show me|get)? ?(?:the )?(?:file |folder |total )?size of (.+)$/i,
    /^how many (?:files|things|items|documents) (?:are|do i have|are there|have i got)(?: there)? (?:in|on|inside) (.+)$/i,
    /^how much (?:disk )?(?:space|room) (?:does|do|is) (.+?) (?:take|use|need|occupy|taking|using)(?: up)?$/i,
    /^when (?:was|did) (?:i )?(.+?) (?:last )?(?:changed|modified|edited|updated|saved|created|downloaded|change|modify|edit)$/i,
    /^(?:file )?info(?:rmation)? (?:about|for|on|of) (.+)$/i,
    /^(?:what )?(?:type|kind) of file is (.+)$/i,
  ])
  const place = readFilePlace(words)
  if (!place) return undefined
  return present({ path: place, asks: /^when\b/i.test(text) ? 'time' : 'size' })
}

export const readDocumentQuestion: SlotReader = ({ text }) => {
  const query = firstMatch(text, [
    /\b(?:say|says|mention|mentions|tell|about|on|regarding|for)(?: (?:about|on))? (?!my\b)(.+?)(?: in (?:my|the) documents.*)?$/i,
    /\bfind (.+?) in (?:my|the)\b/i,
    /\bwhat is (.+)$/i,
  ])
  return query === undefined ? undefined : { query }
}
