import { isMessenger } from './known-places.ts'
import type { Scene } from './assessment.ts'
import { readingsOf } from './plain-label.ts'
import { riskyKinds, sensitiveWindows, type RiskKind } from './risky-words.ts'

/** What a person may order once and for all by naming the control. The rest pays, sends, deletes or gives rights away. */
const orderable: ReadonlySet<RiskKind> = new Set(['submits', 'replaces', 'ends'])

/**
 * Whether the person's own words order the pressing of this control: it is named there, and not in order to be left
 * alone. What stands on the screen is no such word.
 */
export function isOrdered(
  label: string,
  scene: Pick<Scene, 'task' | 'window' | 'focused' | 'lines'>,
): boolean {
  const { task, window } = scene
  if (task === '' || label.trim() === '' || isMessenger(scene as Scene)) return false
  const told = `${label} ${window?.title ?? ''}`
  if (sensitiveWindows.test(told) || kindsOf(told).some((kind) => !orderable.has(kind))) return false
  const words = wordsOf(label)
  return words.length > 0 && words.length <= 6 && words.every((word) => isNamed(word, task))
}

/** What a label says that its control does. */
export function kindsOf(label: string): RiskKind[] {
  const readings = readingsOf(label)
  return riskyKinds
    .filter(({ label: words }) => readings.some((one) => words.test(one)))
    .map(({ kind }) => kind)
}

function wordsOf(label: string): string[] {
  const readings = readingsOf(label)
  // In disguise it is not what the person has written.
  if (readings[0]!.toLowerCase() !== label.trim().toLowerCase()) return []
  return label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

const refusal =
  /(?<!\p{L})(?:not|never|without|before|until|unless|instead of|rather than|avoid|stop|don.?t|doesn.?t|nicht|ohne|bevor|sans|ne|sin|no)(?!\p{L})/iu

/** As a word of a part of a sentence that forbids nothing. */
function isNamed(word: string, task: string): boolean {
  const literal = new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`, 'iu')
  const clauses = task.split(/[.;!?\n]|,\s|\s(?:and|but|then|und|aber|dann)\s/iu)
  const naming = clauses.filter((clause) => literal.test(clause))
  return naming.length > 0 && naming.every((clause) => !refusal.test(clause))
}
