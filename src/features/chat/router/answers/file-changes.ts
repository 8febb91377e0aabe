import { basename, dirname, extname } from 'node:path'
import type { FilePlace } from '../../../../platform/language/values/file-places.ts'
import { askFor, textOf, type Act, type Understood } from './act.ts'
import { callTool as call, type ToolDeps, type Wish } from './call-tool.ts'
import { documentActs } from './new-documents.ts'
import { besides, destinationOf, isThere, placeIn, replacing } from './file-destinations.ts'
import { plainName } from './file-list.ts'
import { factsAt, findPlace, isFolder, lookUp } from './find-file.ts'

/** What changes files. Nothing is replaced and nothing goes away before a person has said yes. */
export function fileChangeActs(deps: ToolDeps): Readonly<Record<string, Act>> {
  return {
    ...documentActs(deps),
    WRITE_FILE: (understood) => writeFile(deps, understood),
    MOVE_FILE: (understood) => transfer(deps, understood, 'MOVE_FILE'),
    COPY_FILE: (understood) => transfer(deps, understood, 'COPY_FILE'),
    DELETE_FILE: (understood) => deleteFile(deps, understood),
    COMPRESS_FILES: (understood) => compress(deps, understood),
    EXTRACT_ARCHIVE: (understood) => extract(deps, understood),
    XLSX_TO_CSV: (understood) => convert(deps, understood),
    CREATE_FOLDER: (understood) => createFolder(deps, understood),
  }
}

async function writeFile(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const place = placeIn(slots, 'path')
  if (!place) {
    voice.add(askForFile('New file', 'Create a file', '~/notes.txt'))
    return
  }
  const path = await newPath(deps, understood, place)
  if (path === undefined) return
  const content = slots['content']
  const isAdded = slots['mode'] === 'append'
  if (typeof content !== 'string') {
    voice.add(askForContent(path, isAdded))
    return
  }
  const wish: Wish = isAdded
    ? {
        action: 'WRITE_FILE',
        args: { path, content: await addedText(deps, understood, { path, content }), mode: 'append' },
      }
    : { action: 'WRITE_FILE', args: { path, content }, ...(await replacing(deps, understood, path)) }
  const data = await call(deps, understood, wish)
  if (!data) return
  const written = textOf(data, 'path') ?? path
  voice.say(writtenSentence(plainName(written), { content, isAdded, isNew: data['created'] === true }))
  voice.add({ type: 'file', name: basename(written).slice(0, 300), path: written })
}

function writtenSentence(
  path: string,
  { content, isAdded, isNew }: { content: string; isAdded: boolean; isNew: boolean },
): string {
  if (content === '') return `Created the empty file ${path}.`
  if (!isAdded) return `Wrote “${plainName(content)}” to ${path}.`
  return `Added “${plainName(content)}” to ${isNew ? `${path}, which is new` : `the end of ${path}`}.`
}

function askForContent(path: string, isAdded: boolean) {
  return askFor({
    title: basename(path).slice(0, 100),
    label: isAdded ? 'What shall I add?' : 'What shall I write?',
    placeholder: 'Text',
    message: `${isAdded ? 'Append' : 'Write'} "$value" to "${path.replaceAll('$', '$$$$')}"`,
    submit: isAdded ? 'Add' : 'Write',
  })
}

/** A line of its own, whether or not the one before it was ended. */
async function addedText(
  deps: ToolDeps,
  understood: Understood,
  { path, content }: { path: string; content: string },
): Promise<string> {
  const before = await lookUp(deps, understood, { action: 'READ_FILE', args: { path } })
  const text = before?.['content']
  if (typeof text !== 'string' || text === '' || before?.['truncated'] === true) return `${content}\n`
  return text.endsWith('\n') ? `${content}\n` : `\n${content}`
}

/** A file that may be new: a bare name is that of a file in the home folder. */
async function newPath(
  deps: ToolDeps,
  understood: Understood,
  place: FilePlace,
): Promise<string | undefined> {
  if (place.path !== undefined) return (await destinationOf(deps, understood, { to: place })) ?? undefined
  return `${place.folder ?? '~'}/${place.name!}`
}

async function transfer(
  deps: ToolDeps,
  understood: Understood,
  action: 'MOVE_FILE' | 'COPY_FILE',
): Promise<void> {
  const { slots } = understood
  if (slots['args'] !== undefined) return runAsGiven(deps, understood)
  const path = await findPlace(deps, understood, placeIn(slots, 'path')!)
  if (path === undefined) return
  const given = placeIn(slots, 'to')
  if (!given && slots['isTwin'] !== true) {
    understood.voice.add(askForPlace(path, textOf(slots, 'verb') ?? 'copy'))
    return
  }
  const to = given
    ? await destinationOf(deps, understood, { to: given, from: path })
    : besides(path, ` copy${extname(path)}`)
  if (to !== undefined) await call(deps, understood, { action, args: { path, to }, says: true })
}

function askForPlace(path: string, verb: string) {
  const isName = verb === 'rename'
  return askFor({
    title: basename(path).slice(0, 100),
    label: isName ? 'What shall it be called?' : 'Where shall it go?',
    placeholder: isName ? 'new-name.txt' : '~/Desktop',
    message: `${verb} "${path.replaceAll('$', '$$$$')}" to "$value"`,
    submit: verb.charAt(0).toUpperCase() + verb.slice(1),
  })
}

/** For a wish that names no file. */
function askForFile(title: string, wish: string, placeholder: string) {
  return askFor({ title, label: 'Name or path', placeholder, message: `${wish} "$value"`, submit: 'Go on' })
}

async function deleteFile(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots } = understood
  const args = slots['args'] as { path?: string } | undefined
  const place = args?.path === undefined ? placeIn(slots, 'path') : { path: args.path }
  if (!place) {
    understood.voice.add(askForFile('Delete', 'Delete the file', '~/old.txt'))
    return
  }
  const path = await findPlace(deps, understood, place)
  if (path === undefined) return
  if (!(await isThere(deps, understood, path))) return
  await call(deps, understood, {
    action: 'DELETE_FILE',
    args: { path },
    says: true,
    askBecause: `${path} would be moved to the trash.`,
  })
}

const archive = /\.(?:zip|tar\.gz|tgz)$/i

async function compress(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots } = understood
  const paths: string[] = []
  for (const place of slots['paths'] as readonly FilePlace[]) {
    const path = await findPlace(deps, understood, place)
    if (path === undefined) return
    paths.push(path)
  }
  const to = await archivePath(deps, understood, paths[0]!)
  if (to !== undefined)
    await call(deps, understood, { action: 'COMPRESS_FILES', args: { paths, to }, says: true })
}

/** Beside the first of the files unless a place was named; in a folder it has the name of the first. */
async function archivePath(
  deps: ToolDeps,
  understood: Understood,
  first: string,
): Promise<string | undefined> {
  const ending = understood.slots['tar'] === true ? '.tar.gz' : '.zip'
  const plain = first.replace(/\/$/, '')
  const name = `${basename(plain) === '~' ? 'home' : basename(plain, extname(plain))}${ending}`
  const given = placeIn(understood.slots, 'to')
  if (!given) return plain === '~' ? `~/${name}` : `${dirname(plain)}/${name}`
  const to = await destinationOf(deps, understood, { to: given, from: plain, keepsEnding: false })
  if (to === undefined || archive.test(to)) return to
  return isFolder(await factsAt(deps, understood, to)) ? `${to.replace(/\/$/, '')}/${name}` : `${to}${ending}`
}

async function extract(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots } = understood
  if (slots['args'] !== undefined) return runAsGiven(deps, understood)
  const path = await findPlace(deps, understood, placeIn(slots, 'path')!)
  if (path === undefined) return
  const given = placeIn(slots, 'to')
  const to = given && (await destinationOf(deps, understood, { to: given, from: path }))
  if (given && to === undefined) return
  const args = { path, ...(to !== undefined && { to }) }
  await call(deps, understood, { action: 'EXTRACT_ARCHIVE', args, says: true })
}

async function convert(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots } = understood
  const path = await findPlace(deps, understood, placeIn(slots, 'path')!)
  if (path === undefined) return
  const given = placeIn(slots, 'to')
  const to = given ? await destinationOf(deps, understood, { to: given, from: path }) : besides(path, '.csv')
  if (to === undefined) return
  const args = { path, output_path: to }
  await call(deps, understood, {
    action: 'XLSX_TO_CSV',
    args,
    says: true,
    ...(await replacing(deps, understood, to)),
  })
}

async function createFolder(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots } = understood
  if (slots['args'] !== undefined) return runAsGiven(deps, understood)
  const place = placeIn(slots, 'path')
  if (!place) {
    understood.voice.add(askForFile('New folder', 'Make a folder', '~/Documents/Taxes'))
    return
  }
  const { path, name = '', folder = '~' } = place
  const args = { path: path ?? `${folder}/${name}` }
  await call(deps, understood, { action: 'CREATE_FOLDER', args, says: true })
}

/** The sentence had the shape of the tool's own phrase, with every argument in it. */
async function runAsGiven(deps: ToolDeps, understood: Understood): Promise<void> {
  const args = understood.slots['args'] as Record<string, unknown>
  await call(deps, understood, { action: understood.intent, args, says: true })
}
