import { quiet, heading, line, list, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'quiz'> = ({ title, questions }) => {
  const right = questions.map(({ answer }, index) => `${index + 1} ${letter(answer)}`)
  return [
    heading(title),
    ...questions.flatMap(({ question, options }, index) => [
      line(`${index + 1}. `, { markdown: question }),
      inset(list(options.map((option, at) => ({ mark: `${letter(at)})`, spans: [{ markdown: option }] })))),
    ]),
    // Below all questions, so that one can try first.
    quiet(`Answers: ${right.join(', ')}`),
  ]
}

function letter(index: number): string {
  return String.fromCodePoint(97 + index)
}
