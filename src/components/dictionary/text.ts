import { line, bold, faint, list, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

const MAX_DEFINITIONS = 4

export const describe: Description<'dictionary'> = (_component, _context, { word, phonetic, meanings }) => [
  line(bold(word), faint(phonetic === null ? '' : `  ${phonetic}`)),
  ...meanings.flatMap(({ part_of_speech, definitions }) => [
    line({ text: part_of_speech, look: 'emphasis' }),
    inset(
      list(
        definitions.slice(0, MAX_DEFINITIONS).map(({ definition, example }) => ({
          spans: [definition],
          detail: example === null ? undefined : `“${example}”`,
        })),
        { isOrdered: true },
      ),
    ),
  ]),
]
