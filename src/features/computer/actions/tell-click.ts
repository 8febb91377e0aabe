import type { AccessibleElement, ActiveWindow } from '../../../platform/desktop/desktop-driver.ts'
import { tellElement } from '../policy/question-words.ts'
import { readingsOf } from '../policy/plain-label.ts'
import { inOneLine } from '../untrusted.ts'

/** What is really at a place, as far as the desktop tells. */
export interface Seen {
  readonly target?: AccessibleElement | null | undefined
  readonly window?: ActiveWindow | null | undefined
}

/** `Clicked "Save" (button) in "Letter" at 10, 20.` What only the model says is told as its own words. */
export function tellClick(
  verb: string,
  { x, y, target: label }: { readonly x: number; readonly y: number; readonly target?: string | undefined },
  { target, window }: Seen,
): string {
  const named = label === undefined || label.trim() === '' ? undefined : inOneLine(label, 60)
  if (target && isTelling(target)) {
    const other = named !== undefined && !isNamed(target, named) ? ` That is not "${named}".` : ''
    return `${verb} ${tellElement(target)}${placeIn(window)} at ${x}, ${y}.${other}`
  }
  const unknown = named === undefined ? '' : ` Whether "${named}" is there is not told by the application.`
  return `${verb} at ${x}, ${y}.${unknown}`
}

/** `Clicked "Save" (button) in "Letter".` for what is acted on by its id. */
export function tellById(deed: string, id: string, { target, window }: Seen): string {
  return `${deed} ${target && isTelling(target) ? tellElement(target) : `element ${inOneLine(id)}`}${placeIn(window)}.`
}

function isTelling({ role, name, isEditable }: AccessibleElement): boolean {
  return role !== 'frame' && (name.trim() !== '' || isEditable)
}

function placeIn(window: Seen['window']): string {
  const title = window?.title.trim() ?? ''
  return title === '' ? '' : ` in "${inOneLine(title, 60)}"`
}

function isNamed({ name, text }: AccessibleElement, label: string): boolean {
  const plain = (value: string) => readingsOf(value.trim()).map((one) => one.toLowerCase())
  const said = plain(label)
  return [name, text ?? ''].some((one) =>
    plain(one).some(
      (real) => real !== '' && said.some((other) => other.includes(real) || real.includes(other)),
    ),
  )
}
