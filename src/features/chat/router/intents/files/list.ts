import {
  placeName,
  readFilePlace,
  usualFolder,
  type FilePlace,
} from '../../../../../platform/language/values/file-places.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { isAll } from './file-slots.ts'
import { findPlace } from './find-file.ts'
import { showFolder } from './show-folder.ts'

const look = '(show|list|browse|display|go to) [me] [up] [all]'
const inside = '[(files|things|stuff|contents|content|everything) (in|on|of|under|inside|within)]'
const what = "(what is|what's|whats|what are|what files are|which files are|what do i have)"

export const intent = defineIntent({
  name: 'LIST_FILES',
  label: 'List a folder',
  example: 'What is in my downloads folder?',
  family: 'files',
  slots: { path: optional.text, name: optional.text },
  needs: ['path|name'],
  isExact: true,
  isProvenByValues: true,
  templates: [
    '(ls|dir) [-l|-a|-la|-al|-lh|-lah] [{folder:file}]',
    '(list|show) [me] [all] [the|my] files',
    `${look} [the|my] ${inside} {folder:folder} [folder|directory] [<now>]`,
    `${look} [the|my] files (in|on|of|under|inside) {folder:file} [<now>]`,
    '(open|view|see) [me] [up] {opened:folder} [<now>]',
    `[show me|tell me|see|show] ${what} [there] (in|on|inside) {opened:folder} [<now>]`,
    `[show me|tell me|see|show] (${what}|what (is|files are)) [there] (in|on|inside) {usual:file} [<now>]`,
    `(${what}|show|open|list|browse|go to) [me] [in|inside] the {folder:file} (folder|directory)`,
    '(open|browse|go to) [the|my] {documents:file}',
    '[the] contents of {folder:folder}',
  ],
  examples: ['what files are in {folder}'],
  fill(captured, said) {
    const { usual, documents, opened } = captured
    if (!isAll(said) || elsewhere.test(said.lower)) return undefined
    const [place = { path: '~' }] = Object.values(captured) as FilePlace[]
    const isUsual = /^~\/(?:Downloads|Desktop|Documents|Pictures)$/.test(placeName(place))
    if (usual !== undefined && !isUsual) return undefined
    if (documents !== undefined && !said.lower.endsWith('documents')) return undefined
    // What is at a path that is opened is seen then.
    const isSeenThen = (opened ?? usual ?? documents) !== undefined && /[~/]/.test(said.text)
    return isSeenThen ? undefined : slotsOf(place)
  },
  /** Where no template matched: the folder at the end of the sentence. */
  read(said) {
    const words = /\b(?:in|on|of|under|inside|within|to|open|browse|ls|dir) (?:my |the )?(.+?)$/i.exec(
      said.text,
    )?.[1]
    const place = words === undefined || !isAll(said) ? undefined : readFilePlace(words)
    const path = words === undefined ? undefined : usualFolder(words)
    return path === undefined ? place && slotsOf(place) : { path }
  },
  async act(understood, port) {
    const { path, name } = understood.slots
    const found =
      path ??
      (name === undefined ? '~' : await findPlace(port, understood, { name, kind: 'folder', isLoose: true }))
    if (found !== undefined) await showFolder(understood, port, found)
  },
})

/** Folders that are no folders of this machine. */
const elsewhere =
  / as (?:an? )?table$|\b(?:spam|inbox|mail|email|e-mail|junk|sent|drafts|trash|phone|bookmarks?|in a folder)\b/

function slotsOf({ path, name, folder, kind }: FilePlace) {
  if (path !== undefined) return { path }
  return name !== undefined && folder === undefined && kind === 'folder' ? { name } : undefined
}
