import { basename, dirname } from 'node:path'
import { askFor, textOf, textsOf, type Act, type Understood } from './act.ts'
import { callTool as call, type ToolDeps } from './call-tool.ts'
import { besides, destinationOf, placeIn, replacing } from './file-destinations.ts'
import { plainName } from './file-list.ts'
import { factsAt, findPlace, isFolder } from './find-file.ts'

/** New documents, and pictures of what is in a table. */
export function documentActs(deps: ToolDeps): Readonly<Record<string, Act>> {
  return {
    'document.create': (understood) => createDocument(deps, understood),
    GENERATE_CHART_IMAGE: (understood) => drawChart(deps, understood),
  }
}

const documents: Readonly<Record<string, { readonly word: string; readonly ending: string }>> = {
  CREATE_DOCX: { word: 'word document', ending: '.docx' },
  WRITE_XLSX: { word: 'spreadsheet', ending: '.xlsx' },
  CREATE_PPTX: { word: 'presentation', ending: '.pptx' },
}

async function createDocument(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const action = textOf(slots, 'action') ?? 'CREATE_DOCX'
  const { word, ending } = documents[action]!
  const given = placeIn(slots, 'to')
  const title = textOf(slots, 'title') ?? titleOf(given?.path, ending)
  if (title === undefined) {
    voice.add(askForTitle(word))
    return
  }
  if (action === 'WRITE_XLSX' && textsOf(slots, 'columns').length === 0) {
    voice.add(askForColumns(title, given?.path))
    return
  }
  const path = await documentPath(deps, understood, { title, ending })
  if (path === undefined) return
  const data = await call(deps, understood, {
    action,
    args: { path, ...contentOf(action, { title, slots }) },
    ...(await replacing(deps, understood, path)),
  })
  if (data) showMade(understood, { word, path: textOf(data, 'path') ?? path })
}

/** In the folder that was named, or the one for documents; a path to the document itself is taken as it is. */
async function documentPath(
  deps: ToolDeps,
  understood: Understood,
  { title, ending }: { title: string; ending: string },
): Promise<string | undefined> {
  const given = placeIn(understood.slots, 'to')
  const folder = given ? await destinationOf(deps, understood, { to: given }) : '~/Documents'
  if (folder === undefined || folder.toLowerCase().endsWith(ending)) return folder
  return `${folder.replace(/\/$/, '')}/${fileName(title)}${ending}`
}

function showMade({ voice }: Understood, { word, path }: { word: string; path: string }): void {
  voice.say(`Made the ${word} ${plainName(path)}.`)
  voice.add({ type: 'file', name: basename(path).slice(0, 300), path })
}

function askForTitle(word: string) {
  const label = 'What shall it be called?'
  const message = `Create a ${word} called "$value"`
  return askFor({ title: `New ${word}`, label, placeholder: 'Minutes', message, submit: 'Make' })
}

/** A sheet without columns is no table. */
function askForColumns(title: string, path: string | undefined) {
  const where = path === undefined ? `called "${title}"` : `"${path}"`
  return askFor({
    title: 'New spreadsheet',
    label: 'Which columns shall it have?',
    placeholder: 'Name, Amount, Date',
    message: `Create a spreadsheet ${where.replaceAll('$', '$$$$')} with columns $value`,
    submit: 'Make',
  })
}

function contentOf(
  action: string,
  { title, slots }: { title: string; slots: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  const text = textOf(slots, 'text')
  // A document has some text: without any other it is its title.
  if (action === 'CREATE_DOCX')
    return text === undefined ? { markdown: `# ${title}` } : { title, markdown: text }
  if (action === 'CREATE_PPTX') return { title, slides: text === undefined ? [] : [{ title, text }] }
  const columns = textsOf(slots, 'columns')
  return { data: columns.length === 0 ? [] : [Object.fromEntries(columns.map((column) => [column, null]))] }
}

/** Of a path to the document itself its name is the title. */
function titleOf(path: string | undefined, ending: string): string | undefined {
  return path?.toLowerCase().endsWith(ending) ? basename(path).slice(0, -ending.length) : undefined
}

/** A title as a name of a file: no signs that lead elsewhere. */
function fileName(title: string): string {
  return title
    .replaceAll(/[/\\:*?"<>|]+/g, '-')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 120)
}

async function drawChart(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const input = placeIn(slots, 'path')
  const path = input && (await findPlace(deps, understood, input))
  if (path === undefined) return
  const given = placeIn(slots, 'to')
  const chosen = given
    ? await destinationOf(deps, understood, { to: given, from: path, keepsEnding: false })
    : undefined
  if (given && chosen === undefined) return
  const output = await picturePath(deps, understood, { path, chosen })
  const data = await call(deps, understood, {
    action: 'GENERATE_CHART_IMAGE',
    args: {
      input_path: path,
      output_path: output,
      chart_type: slots['chart_type'],
      ...(slots['x_column'] !== undefined && { x_column: slots['x_column'] }),
      ...(slots['y_column'] !== undefined && { y_column: slots['y_column'] }),
    },
    says: true,
    ...(await replacing(deps, understood, output)),
  })
  const written = data && textOf(data, 'path')
  if (written) voice.add({ type: 'file', name: basename(written).slice(0, 300), path: written })
}

async function picturePath(
  deps: ToolDeps,
  understood: Understood,
  { path, chosen }: { path: string; chosen: string | undefined },
): Promise<string> {
  const own = besides(path, '.png')
  if (chosen === undefined) return own
  if (/\.png$/i.test(chosen)) return chosen
  return isFolder(await factsAt(deps, understood, chosen))
    ? `${chosen.replace(/\/$/, '')}/${basename(own)}`
    : `${dirname(chosen)}/${basename(chosen)}.png`
}
