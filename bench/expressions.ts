import { evaluate, evaluateCondition } from '../src/platform/expressions/evaluate.ts'
import { parseExpression } from '../src/platform/expressions/parse.ts'
import { table } from './table.ts'

const ROUNDS = 15
const ITEMS = 10_000
const CONDITION = '$mail.bytes > 1000 and ("x" in $mail.tags or like(lower($mail.subject), "*invoice*"))'

const values: Readonly<Record<string, unknown>> = {
  mail: { subject: 'Your Invoice 17', bytes: 2048, tags: ['a', 'y'] },
  files: Array.from({ length: ITEMS }, (_, index) => ({
    path: `file-${index}.txt`,
    bytes: index,
    read: true,
  })),
}
const isKnown = (name: string) => Object.hasOwn(values, name)
const lookup = (name: string) => (isKnown(name) ? { value: values[name] } : undefined)

/** Other work on the machine only adds to what something takes: the fastest round counts, in time of the processor. */
export async function benchExpressions(): Promise<void> {
  const parsed = parseExpression(CONDITION, { isKnown })
  console.log(`A condition, in microseconds: ${CONDITION}`)
  console.log(
    table(
      ['', 'µs', 'aim'],
      [
        ['read', timed(20_000, () => parseExpression(CONDITION, { isKnown })), ''],
        ['evaluated', timed(50_000, () => evaluateCondition(parsed, { lookup })), '5'],
        [
          'both, as a step does',
          timed(20_000, () => evaluateCondition(parseExpression(CONDITION, { isKnown }), { lookup })),
          '',
        ],
      ],
    ),
  )
  console.log(`\n[*] over ${ITEMS.toLocaleString('en')} items, in microseconds`)
  console.log(
    table(
      ['', 'µs'],
      overItems.map((text) => [text, timedOverItems(text)]),
    ),
  )
}

/** None of them ends before the last item. */
const overItems = [
  'size($files[*].path)',
  'any($files[*].bytes < 0)',
  'all($files[*].read)',
  'all($files[*].bytes * 2 >= 0)',
  'any(like(lower($files[*].path), "*.pdf"))',
  '"file-x.txt" in $files[*].path',
]

function timedOverItems(text: string): string {
  const expression = parseExpression(text, { isKnown })
  return timed(20, () => evaluate(expression, { lookup }))
}

function timed(times: number, run: () => unknown): string {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.threadCpuUsage()
    for (let time = 0; time < times; time += 1) run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / times
  })
  return Math.min(...rounds).toFixed(2)
}
