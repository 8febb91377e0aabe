import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { AccessibleElement, DesktopDriver } from '../../platform/desktop/desktop-driver.ts'
import { findTarget } from '../../platform/desktop/description/find-target.ts'
import { effectMembers, withEffect, type DesktopAccess, type LastPicture } from './desktop-access.ts'
import { targetMembers, targetOf } from './target-members.ts'
import { BY_WORDS } from './told-element.ts'

const TAKEN_MS = 1_500
const LOOK_EVERY_MS = 50

const Params = Type.Object({
  ...targetMembers,
  on: Type.Boolean({ description: 'How it is to be: true is checked' }),
})

export function createToggle(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'TOGGLE',
    title: 'Turn on or off',
    description:
      'Turns a check box, radio button, switch or toggle button on or off. Reads first how it stands, and does nothing if it already is so.',
    params: Params,
    data: Type.Object({
      on: Type.Boolean({ description: 'How it is now' }),
      was_so: Type.Boolean({ description: 'True if it was so already, and nothing was done' }),
      ...effectMembers,
    }),
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: true,
    timeoutSeconds: 30,
    phrases: [
      'tick the checkbox "Breakfast"',
      'untick the box "Newsletter"',
      'turn on the switch "Dark mode" in the window',
      'turn off the switch Wi-Fi in the settings window',
      'check the box called Remember me',
      'choose the radio button "Card"',
      'uncheck "Show hidden files" on the screen',
      'set the toggle button Bold to on',
    ],
    example: { args: { label: 'Breakfast', on: true } },
    async run({ on, ...args }, { signal }) {
      const driver = await desktop.driver()
      const { element } = await findTarget(driver, await targetOf(driver, args, last), {
        reader: BY_WORDS,
        signal,
      })
      if (!element) throw new AppError('not_found', 'Name the box by its id or its label.')
      const wasSo = isOn(element) === on
      assertCanBe(element, wasSo || on)
      const turn = async () => {
        if (!wasSo) await driver.activateElement(element.id, signal)
      }
      const effect = await withEffect(driver, turn, signal)
      const isNow = wasSo ? on : await stateAfter(driver, { id: element.id, on, signal })
      const word = isNow ? 'on' : 'off'
      return {
        message: wasSo
          ? `"${element.name}" was ${word} already.`
          : isNow === on
            ? `Turned "${element.name}" ${word}.`
            : `"${element.name}" is still ${word}: it didn't react.`,
        data: { on: isNow, was_so: wasSo, ...effect },
        failed: isNow !== on,
      }
    },
  })
}

function assertCanBe(element: AccessibleElement, on: boolean): void {
  if (!canBeOn(element))
    throw new AppError(
      'conflict',
      `The ${element.role} "${element.name}" can't be turned on or off. CLICK it.`,
    )
  if (!on && element.role.startsWith('radio'))
    throw new AppError('conflict', 'A radio button goes off when another one is chosen. Turn that one on.')
}

function canBeOn({ role, states }: AccessibleElement): boolean {
  return states.includes('checkable') || /check|radio|toggle|switch/.test(role) || isOn({ states })
}

function isOn({ states }: Pick<AccessibleElement, 'states'>): boolean {
  return states.includes('checked') || states.includes('pressed')
}

/** An application shows it a moment later; one that has gone with the click has taken it. */
async function stateAfter(
  driver: DesktopDriver,
  { id, on, signal }: { readonly id: string; readonly on: boolean; readonly signal: AbortSignal },
): Promise<boolean> {
  const until = performance.now() + TAKEN_MS
  for (;;) {
    const element = await driver.element(id, signal).catch(() => null)
    if (!element) return on
    if (isOn(element) === on || performance.now() > until) return isOn(element)
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}
