import { basename } from 'node:path'
import { AppError } from '../../../../../contract/errors.ts'
import type { WorkflowStep } from '../../../../workflows/schemas.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import type { Meaning } from '../../understanding.ts'
import { capital } from '../../../../../platform/language/capital.ts'

/** What a schedule does at its times. */
interface Work {
  readonly name: string
  readonly steps: readonly WorkflowStep[]
  /** Who is behind the steps, where it is not the person. */
  readonly provenance?: 'model'
  /** What it does, as a sentence. */
  readonly text: string
}

type Wished = Understood<{ readonly command: string; readonly folder?: string }>
type Port = Pick<ActPort, 'workflows' | 'shownBy' | 'homeCity' | 'run' | 'describeTool'>

/** An archive of a folder, something to show, or the work of tools; undefined where it was said why it is none of them. */
export async function scheduledWork(wished: Wished, port: Port): Promise<Work | undefined> {
  const { command, folder } = wished.slots
  if (folder !== undefined) return archive(wished, port, folder)
  const shown = await port.shownBy(command, wished)
  return shown.length > 0 ? telling(shown, wished, port) : planned(wished, port)
}

/** A dated archive of a folder that is there. */
async function archive(wished: Wished, port: Port, folder: string): Promise<Work | undefined> {
  const found = await callTool(port, wished, { action: 'FILE_INFO', args: { path: folder } })
  if (!found) {
    wished.writer.decline('So nothing was scheduled.')
    return undefined
  }
  const called = folder === '~' ? 'Home' : basename(folder)
  const to = `~/Backups/${archiveName(folder)}-$today.zip`
  const args = { paths: [literal(folder)], to, overwrite: true }
  const isBackup = /\bback(?:ing)? ?up\b/i.test(wished.slots.command)
  return {
    name: isBackup ? `Backup of ${called}` : `Zip of ${called}`,
    steps: [stepOf(port, { id: 'pack', action: 'COMPRESS_FILES', args })],
    text: `it packs ${folder} into ${to.replace('$today', '<date>')}; a second run on the same day replaces the first.`,
  }
}

/** With the folders around it: two of one name must not write over the archives of each other. */
function archiveName(folder: string): string {
  const within = folder.replace(/^~\/?/, '').replaceAll('$', '')
  const parts = within.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? 'Home' : parts.join('-')
}

/** A notice at its time, which shows the answer to whoever opens it. Figures stand in it already. */
function telling(shown: readonly Meaning[], { slots: { command } }: Wished, port: Port): Work {
  const name = capital(command)
  const figures = shown.length === 1 ? figuresOf(shown[0]!, port) : undefined
  const look = figures && stepOf(port, { id: 'look', action: 'GET_LIVE_DATA', args: figures })
  const args = {
    title: literal(name).slice(0, 200),
    message: look ? '$look.summary' : 'Open this to see it.',
    ask: literal(command),
  }
  const tell = stepOf(port, { id: 'tell', action: 'NOTIFY_USER', args })
  return {
    name,
    steps: look ? [look, { ...tell, depends_on: ['look'] }] : [tell],
    text: look
      ? 'you get a notification with it. Open it for more.'
      : 'you get a notification. Open it to see the answer.',
  }
}

/** What to ask for where a sentence or two say it all, in figures that nobody can have written for somebody to read. */
function figuresOf({ intent, slots }: Meaning, { homeCity }: Port): Record<string, unknown> | undefined {
  const city = slots['city'] ?? homeCity()
  if (intent === 'live_weather' && slots['focus'] === 'current' && typeof city === 'string')
    return { kind: 'weather', arguments: { city: literal(city) } }
  const symbol = slots['symbol']
  if (intent === 'live_stock' && typeof symbol === 'string')
    return { kind: 'stock', arguments: { symbol: literal(symbol) } }
  return undefined
}

async function planned({ slots, asked, writer }: Wished, { workflows }: Port): Promise<Work | undefined> {
  const { command } = slots
  const refuse = (sentence: string): undefined => {
    writer.decline(sentence)
    return undefined
  }
  try {
    const { steps, explanation, unplanned } = await workflows.plan(command, asked.signal)
    if (unplanned.length > 0) return refuse(cannot(unplanned.join('”, “')))
    const lacking = steps.find(({ needs_human }) => needs_human === true)
    if (lacking && /\b(?:is|are) missing\b|left out/.test(explanation))
      return refuse(`Nothing was scheduled because something is missing:\n\n${explanation}`)
    return { name: capital(command), steps, provenance: 'model', text: `\n\n${explanation}\n\n` }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    return refuse(cannot(command))
  }
}

function cannot(what: string): string {
  return (
    `I can't schedule “${what}”: I don't know how to do it. Nothing was scheduled. ` +
    'You can schedule something I can show, e.g. “every morning at 8 tell me the weather”, work on files, e.g. “every friday at 5pm zip my Documents”, or a reminder, e.g. “remind me every day at 8 to look at it”.'
  )
}

function stepOf(
  { describeTool }: Port,
  { id, action, args }: Pick<WorkflowStep, 'id' | 'action' | 'args'>,
): WorkflowStep {
  return { id, agent: describeTool(action)?.agent ?? 'unknown', action, args, depends_on: [] }
}

/** No name of a workflow begins in it. */
function literal(text: string): string {
  return text.replaceAll('$', '$$$$')
}
