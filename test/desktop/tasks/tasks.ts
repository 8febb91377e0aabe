import { spawnSync } from 'node:child_process'
import { browserTasks } from './programs/browser.ts'
import { calcTasks } from './programs/calc.ts'
import { mousepadTasks } from './programs/mousepad.ts'
import { jointTasks, otherTasks } from './programs/others.ts'
import { thunarTasks } from './programs/thunar.ts'
import { writerTasks } from './programs/writer.ts'
import type { DesktopTask, Program } from './task.ts'

/** All of them, by program. */
export const tasks: readonly DesktopTask[] = [
  ...mousepadTasks,
  ...calcTasks,
  ...writerTasks,
  ...thunarTasks,
  ...browserTasks,
  ...otherTasks,
  ...jointTasks,
]

const commands: Readonly<Record<Program, readonly string[]>> = {
  Mousepad: ['mousepad'],
  Calc: ['localc', 'unzip'],
  Writer: ['lowriter', 'pdftotext'],
  Thunar: ['thunar'],
  Chromium: ['chromium'],
  terminal: ['xterm'],
  Galculator: ['galculator'],
  settings: ['xfce4-appearance-settings'],
  several: ['chromium', 'localc', 'mousepad'],
}

/** What a task would need and this machine does not have. */
export function missingPrograms({ program }: Pick<DesktopTask, 'program'>): string[] {
  return commands[program].filter((command) => spawnSync('which', [command]).status !== 0)
}
