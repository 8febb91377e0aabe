import type { AccessibleElement } from '../../../platform/desktop/desktop-driver.ts'
import { always, ask, type Assessment, type Scene } from './assessment.ts'
import { readingsOf } from './plain-label.ts'
import { binLabels, deletionLabels, emptyingLabels, fileManagerClasses, permanence } from './risky-words.ts'

type Pressed = Pick<AccessibleElement, 'name' | 'role'>

/** What is said of pressing something risky. */
export function pressing(control: Pressed, scene: Pick<Scene, 'window'>, deed = 'It presses'): Assessment {
  return deletesForGood(control, scene)
    ? always(`${deed} "${control.name}", which deletes for good.`)
    : ask(`${deed} "${control.name}".`)
}

/** In so many words. */
export function saysForGood(words: string): boolean {
  return readingsOf(words).some(
    (one) => emptyingLabels.test(one) || (deletionLabels.test(one) && permanence.test(one)),
  )
}

/**
 * Whether what is pressed deletes for good. A file manager that has a trash calls it "Move to Trash" and keeps "Delete" for
 * what cannot be undone; elsewhere the label has to say so.
 */
function deletesForGood({ name, role }: Pressed, { window }: Pick<Scene, 'window'>): boolean {
  const isOfFiles = fileManagerClasses.test(window?.className ?? '') && (role === '' || isButton(role))
  return (
    saysForGood(name) ||
    (isOfFiles && readingsOf(name).some((one) => beginsWithDeletion(one) && !binLabels.test(one)))
  )
}

/** Rather than a file with such a name. */
function isButton(role: string): boolean {
  return /button|menu ?item/i.test(role)
}

function beginsWithDeletion(label: string): boolean {
  return label.search(deletionLabels) === label.search(/[\p{L}\p{Emoji_Presentation}]/u)
}
