import { randomInt } from 'node:crypto'
import type { NewComponent } from '../../../components/schemas.ts'
import { shuffledOrder } from '../../../components/view-kit/random.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { printable, wrapped } from '../../terminal/text-width.ts'

type Quiz = NewComponent<'quiz'>
type Question = Quiz['questions'][number]

export async function askQuiz(quiz: Quiz, terminal: Terminal): Promise<boolean> {
  const { title = 'Quiz', questions, shuffle = false } = quiz
  const order = shuffle ? shuffledOrder(questions.length, randomInt) : [...questions.keys()]
  terminal.print(terminal.style('bold', printable(title)))
  terminal.print(terminal.style('gray', 'Answer with a letter; q quits.'))
  let right = 0
  for (const [index, place] of order.entries()) {
    const question = questions[place]!
    terminal.print()
    print(terminal, `${index + 1}. ${question.question}`)
    for (const [at, option] of question.options.entries()) print(terminal, `${letter(at)}) ${option}`, '   ')
    const choice = await chosen(question, terminal)
    if (choice === undefined) return false
    if (choice === question.answer) right += 1
    say(choice, question, terminal)
  }
  terminal.print()
  terminal.print(terminal.style('bold', `${right} of ${order.length} right.`))
  return true
}

/** Undefined when the person leaves. */
async function chosen({ options }: Question, terminal: Terminal): Promise<number | undefined> {
  const last = letter(options.length - 1)
  for (;;) {
    const typed = (await terminal.ask('Your answer: '))?.toLowerCase()
    if (typed === undefined || typed === 'q') return undefined
    const place = /^\d$/.test(typed) ? Number(typed) - 1 : typed.length === 1 ? typed.charCodeAt(0) - 97 : -1
    if (place >= 0 && place < options.length) return place
    terminal.print(terminal.style('gray', `Enter a letter from a to ${last}, or q.`))
  }
}

function say(choice: number, { answer, options, explanation }: Question, terminal: Terminal): void {
  if (choice === answer) print(terminal, `${terminal.style('green', '✔')} Right.`)
  else print(terminal, `${terminal.style('red', '✖')} No: ${letter(answer)}) ${options[answer] ?? ''}`)
  if (explanation !== undefined) print(terminal, explanation, '  ')
}

function print(terminal: Terminal, text: string, indent = ''): void {
  for (const line of wrapped(text, terminal.width - indent.length)) terminal.print(indent + line)
}

function letter(index: number): string {
  return String.fromCodePoint(97 + index)
}
