import type { AccessibleElement } from '../../../platform/desktop/desktop-driver.ts'
import { isTerminalClass } from '../../../platform/desktop/terminals.ts'
import type { Scene } from './assessment.ts'
import { readingsOf } from './plain-label.ts'
import * as words from './risky-words.ts'

/** Where text stands or is written. */
const WRITTEN = /text|entry|document|paragraph|heading|terminal/i
const PRESSABLE = /button|menu ?item|link|tab$|icon|check|toggle/i

/** What can be pressed by its kind; of the rest, what has such a word for all of its name. */
export function isRiskyControl(control: AccessibleElement | null): boolean {
  if (!control) return false
  const { role, name } = control
  const isTitle = !WRITTEN.test(role) && name.trim().split(/\s+/).length <= 2
  return (PRESSABLE.test(role) || isTitle) && isRiskyLabel(name)
}

/** A label is short; a sentence that has such a word in it is text. */
export function isRiskyLabel(label: string): boolean {
  return label.length <= 80 && readingsOf(label).some((one) => words.riskyLabels.test(one))
}

export function isMessenger({ window }: Scene): boolean {
  if (!window) return false
  return words.messengerClasses.test(window.className) || words.messengerTitles.test(window.title)
}

export function isTerminal({ window, focused, lines }: Pick<Scene, 'window' | 'focused' | 'lines'>): boolean {
  if (!window) return true
  return (
    isTerminalClass(window.className) ||
    words.launcherClasses.test(window.className) ||
    words.consoleTitles.test(window.title) ||
    focused?.role === 'terminal' ||
    (lines.hasEditorTerminal && words.editorClasses.test(window.className))
  )
}
