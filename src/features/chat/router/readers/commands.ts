import { exactWords, wantsMore } from '../exact.ts'
import { trimmed, type SlotReader } from './reader.ts'

/** An application by its name. */
export const readApplication: SlotReader = (sentence) => {
  const text = exactWords(sentence)
  if (wantsMore(text)) return undefined
  const words =
    /^(?:open|launch|start|run)(?: up)?(?: the| my)?(?: (?:app|application|program))?(?: called| named)? (.+?)(?: (?:app|application|program|browser))?$/i.exec(
      text,
    )?.[1]
  const name = words === undefined ? '' : trimmed(words)
  return name === '' ? undefined : { name }
}

/** A command line, letter for letter. */
export const readCommandLine: SlotReader = (sentence) => {
  const text = exactWords(sentence)
  const place = String.raw`(?:in|on|from|using|with) (?:the |a |my )?(?:terminal|shell|command line|console|bash)`
  const words =
    new RegExp(String.raw`^${place},? (?:run|execute|type|do)(?: the command)?:? (.+)$`, 'is').exec(
      text,
    )?.[1] ??
    new RegExp(
      String.raw`^(?:run|execute|type)(?: the)?(?: (?:shell |terminal |bash )?command)?:? (.+?) ${place}$`,
      'is',
    ).exec(text)?.[1] ??
    /^(?:run|execute)(?: the| this| a)?(?: shell| terminal| bash)? command:? (.+)$/is.exec(text)?.[1]
  const command = words?.trim().replace(/^(?:"([^"]*)"|'([^']*)')$/, '$1$2')
  return command === undefined || command === '' ? undefined : { command }
}
