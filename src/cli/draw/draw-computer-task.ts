import { planStateNames, type PlanState, type PlanStep } from '../../contract/computer-plan.ts'
import { changesInWords } from '../../contract/text/computer-changes.ts'
import type { ComputerTask } from '../../features/desktop/computer-tasks.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Style } from '../terminal/table.ts'
import { printable } from '../terminal/text-width.ts'

const signs: Readonly<Record<PlanState, { readonly sign: string; readonly style: Style }>> = {
  to_do: { sign: '○', style: 'gray' },
  doing: { sign: '▸', style: 'cyan' },
  done: { sign: '✓', style: 'green' },
  given_up: { sign: '✗', style: 'gray' },
}

const statusStyles: Readonly<Record<ComputerTask['status'], Style>> = {
  running: 'cyan',
  waiting: 'yellow',
  completed: 'green',
  failed: 'red',
  stopped: 'gray',
}

type Pen = Pick<Terminal, 'style'>

/** What the model means to do; nothing without a plan. */
export function planLines(plan: readonly PlanStep[], pen: Pen): string[] {
  return plan.map(({ text, state }) => {
    const { sign, style: look } = signs[state]
    const named = state === 'given_up' ? ` (${planStateNames[state].toLowerCase()})` : ''
    return `${pen.style(look, sign)} ${printable(text)}${named}`
  })
}

export function stepLine({ step, action, outcome }: ComputerTask['steps'][number], pen: Pen): string {
  return `${pen.style('gray', String(step).padStart(3))}  ${pen.style('bold', action)}  ${printable(outcome)}`
}

export function checkLine({ reached, because }: ComputerTask['end_checks'][number], pen: Pen): string {
  return reached
    ? pen.style('green', 'Result checked: done.')
    : `${pen.style('yellow', 'Result checked: not done yet.')} ${printable(because)}`
}

/** How it ended, or how it stands, and what changed. */
export function endLines({ status, message, changes }: ComputerTask, pen: Pen): string[] {
  return [
    `${pen.style(statusStyles[status], status)}${message === null ? '' : `  ${printable(message)}`}`,
    ...(changes ? ['What changed:', ...changesInWords(changes).map((line) => `  ${printable(line)}`)] : []),
  ]
}

/** All of it, for who looks later. */
export function taskLines(task: ComputerTask, pen: Pen): string[] {
  const part = (lines: readonly string[]) => (lines.length === 0 ? [] : ['', ...lines])
  return [
    pen.style('bold', printable(task.task)),
    pen.style('gray', task.task_id),
    ...part(planLines(task.plan, pen)),
    ...part(task.steps.map((step) => stepLine(step, pen))),
    ...part(task.end_checks.map((check) => checkLine(check, pen))),
    ...part(endLines(task, pen)),
  ]
}
