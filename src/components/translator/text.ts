import { quiet, boldLine, sourceNote } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'translator'> = (
  { text = '' },
  _context,
  { translated_text, source_language, target_language, source },
) => {
  if (text === '') return [quiet('Say what to translate.')]
  return [
    ...translated_text.split('\n').map(boldLine),
    quiet(`${source_language} → ${target_language}`),
    sourceNote(source),
  ]
}
