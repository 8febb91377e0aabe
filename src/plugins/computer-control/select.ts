import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { findTarget } from '../../platform/desktop/description/find-target.ts'
import { elementInWords } from '../../platform/desktop/description/what-is-at.ts'
import { effectMembers, withEffect, type DesktopAccess, type LastPicture } from './desktop-access.ts'
import { targetMembers, targetOf } from './target-members.ts'
import { BY_WORDS } from './told-element.ts'

export function createSelect(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'SELECT',
    title: 'Select an option',
    description:
      'Selects an option of a combo box, a drop-down or a list by its name, and checks that it is selected. Says what there is if it has no such option.',
    params: Type.Object({
      ...targetMembers,
      option: Type.String({ minLength: 1, maxLength: 300, description: 'The name of the option' }),
    }),
    data: Type.Object({
      selected: Type.String({ description: 'The option that is selected now' }),
      was_selected: Type.Boolean({ description: 'True if it was selected already, and nothing was done' }),
      ...effectMembers,
    }),
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: true,
    timeoutSeconds: 30,
    phrases: [
      'select "Double" in the box Room',
      'choose Germany in the drop-down Country',
      'set the combo box Size to large',
      'pick the option "Express" in the list Shipping',
      'select A4 as the paper size on the screen',
      'change the drop-down Language to English',
      'choose the second option of the box on the screen',
      'set Priority to high in the form',
    ],
    example: { args: { label: 'Room', option: 'Double' } },
    async run({ option, ...args }, { signal }) {
      const driver = await desktop.driver()
      const target = await targetOf(driver, { ...args, role: args.role ?? roleFor(args) }, last)
      const { element } = await findTarget(driver, target, { reader: BY_WORDS, signal })
      if (!element) throw new AppError('not_found', 'Name the box by its id or its label.')
      let chosen = { chosen: option, changed: false }
      const choose = async () => {
        chosen = await driver.chooseOption(element.id, option, signal)
      }
      const effect = await withEffect(driver, choose, signal)
      const where = elementInWords({ ...element, text: null })
      return {
        message: chosen.changed
          ? `Selected "${chosen.chosen}" in the ${where}.`
          : `"${chosen.chosen}" was selected in the ${where} already.`,
        data: { selected: chosen.chosen, was_selected: !chosen.changed, ...effect },
      }
    },
  })
}

/** A label stands beside its box, and may be told as well. */
function roleFor({ label }: { readonly label?: string | undefined }): string | undefined {
  return label === undefined ? undefined : 'combo box'
}
