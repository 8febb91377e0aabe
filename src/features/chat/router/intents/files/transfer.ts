import { basename, extname } from 'node:path'
import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import type { ActPort } from '../../act-port.ts'
import { askFor, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { besides, destinationOf } from './file-destinations.ts'
import { findPlace } from './find-file.ts'

type Transfer = {
  readonly path?: FilePlace
  readonly to?: FilePlace
  readonly verb?: string
  readonly isTwin?: boolean
}

/** Moves, renames or copies; asks where to, if that was not said. */
export async function transfer(
  understood: Understood<Transfer>,
  port: ActPort,
  action: 'MOVE_FILE' | 'COPY_FILE',
): Promise<void> {
  const { path: from, to: given, verb = 'copy', isTwin = false } = understood.slots
  const path = from && (await findPlace(port, understood, from))
  if (path === undefined) return
  if (!given && !isTwin) return understood.writer.add(askForPlace(path, verb))
  const to = given
    ? await destinationOf(port, understood, { to: given, from: path })
    : besides(path, ` copy${extname(path)}`)
  if (to !== undefined) await callTool(port, understood, { action, args: { path, to }, says: true })
}

function askForPlace(path: string, verb: string) {
  const isName = verb === 'rename'
  return askFor({
    title: basename(path).slice(0, 100),
    label: isName ? 'What should it be called?' : 'Where should it go?',
    placeholder: isName ? 'new-name.txt' : '~/Desktop',
    message: `${verb} "${path.replaceAll('$', '$$$$')}" to "$value"`,
    submit: verb.charAt(0).toUpperCase() + verb.slice(1),
  })
}
