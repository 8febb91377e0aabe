import { builtInNames } from '../names.ts'

const KNOWN = new RegExp(`\\$(?!(?:${builtInNames.join('|')})\\b)`, 'g')

/** Text of a person as an argument: a dollar stays a dollar, except where it names something that is always known. */
export function asLiteral(text: string): string {
  return text.replaceAll(KNOWN, '$$$$')
}
