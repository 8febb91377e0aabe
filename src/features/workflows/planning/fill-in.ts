import { asLiteral } from './literals.ts'
import type { Linked } from './link-results.ts'
import type { WorkflowStep } from '../schemas.ts'

const MAX_NAME_LENGTH = 60

type Fill = (call: Linked, steps: readonly WorkflowStep[]) => string | undefined

/** What nobody says and everybody takes for granted: the name of an archive, the subject of a mail. */
const FILLS: readonly { readonly action: RegExp; readonly name: string; readonly fill: Fill }[] = [
  { action: /^COMPRESS_/, name: 'to', fill: archiveName },
  { action: /^SEND_EMAIL$/, name: 'subject', fill: subject },
]

/** The call with what was not said; a person is to look at it before it runs. */
export function fillIn(call: Linked, steps: readonly WorkflowStep[]): Linked {
  const filled = FILLS.reduce<Linked>((filled, { action, name, fill }) => {
    if (!action.test(filled.action) || !filled.missing.includes(name)) return filled
    const value = fill(filled, steps)
    if (value === undefined) return filled
    return {
      ...filled,
      args: { ...filled.args, [name]: asLiteral(value) },
      missing: filled.missing.filter((other) => other !== name),
      doubts: [...filled.doubts, `${name} wasn't given, so it is "${value}"`],
    }
  }, call)
  const { attachments, subject: about, body, html } = filled.args
  // A mail with a file and no text is refused.
  return attachments === undefined || about === undefined || body !== undefined || html !== undefined
    ? filled
    : { ...filled, args: { ...filled.args, body: about } }
}

/** Beside the one thing that is packed, else at home under the name of what was looked for. */
function archiveName({ args }: Linked, steps: readonly WorkflowStep[]): string | undefined {
  const [path, another] = [args['paths']].flat()
  if (typeof path === 'string' && another === undefined && !path.startsWith('$'))
    return `${path.replace(/\/+$/, '')}.zip`
  if (path === undefined) return undefined
  const query = steps.findLast(({ args: earlier }) => typeof earlier['query'] === 'string')?.args['query']
  const name = typeof query === 'string' ? query.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() : ''
  return `~/${name.slice(0, MAX_NAME_LENGTH) || 'files'}.zip`
}

function subject(_call: Linked, steps: readonly WorkflowStep[]): string | undefined {
  const before = steps.at(-1)
  const about = ['to', 'path', 'query', 'url']
    .map((name) => before?.args[name])
    .find((value) => typeof value === 'string')
  if (typeof about !== 'string' || about.startsWith('$')) return undefined
  return about.replaceAll('$$', '$').slice(0, MAX_NAME_LENGTH)
}
