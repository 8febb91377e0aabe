import { quiet, boldLine } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'translator'> = (
  { text = '' },
  _context,
  { translated_text, source_language, target_language },
) => {
  if (text === '') return [quiet('Say what to translate.')]
  return [...translated_text.split('\n').map(boldLine), quiet(`${source_language} → ${target_language}`)]
}
