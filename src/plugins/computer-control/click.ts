import { nullable } from '../../contract/schema.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { AppError } from '../../contract/errors.ts'
import type { DesktopDriver } from '../../platform/desktop/desktop-driver.ts'
import { findTarget, type FoundTarget } from '../../platform/desktop/description/find-target.ts'
import { placeInWords } from '../../platform/desktop/description/what-is-at.ts'
import { middleOf } from '../../platform/desktop/description/write-description.ts'
import {
  Button,
  effectMembers,
  Modifiers,
  sentenceOf,
  withEffect,
  type DesktopAccess,
  type LastPicture,
} from './desktop-access.ts'
import { pointMembers, targetMembers, targetOf } from './target-members.ts'
import { BY_WORDS, ToldElement, toldElement } from './told-element.ts'

const Params = Type.Object({
  ...targetMembers,
  ...pointMembers,
  button: Type.Optional(Button),
  count: Type.Optional(
    Type.Integer({ default: 1, minimum: 1, maximum: 3, description: 'How many clicks; 2 is a double click' }),
  ),
  modifiers: Type.Optional(Modifiers),
})

export function createClick(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'CLICK',
    title: 'Click',
    description:
      'Clicks on one thing: by its id, by its name or label, or by its place in a screenshot. If several things have the name, it says which and clicks none. Says what was really clicked.',
    params: Params,
    data: Type.Object({
      clicked: nullable(ToldElement, {
        description: 'What was clicked; null if nothing tells what is there',
      }),
      ...effectMembers,
    }),
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 30,
    phrases: [
      'click on Save',
      'click the button "Submit"',
      'press the button called OK',
      'click the link "Rules" on the page',
      'double click the file report.txt',
      'right click on the folder Documents',
      'click the element e12',
      'open the menu File on the screen',
    ],
    example: { args: { label: 'Save', role: 'button' } },
    async run(params, { signal }) {
      const driver = await desktop.driver()
      const target = await targetOf(driver, params, last)
      const found = await findTarget(driver, target, { reader: BY_WORDS, signal })
      const effect = await withEffect(driver, () => clickOn(driver, found, { ...params, signal }), signal)
      const window = await driver.activeWindow()
      const what = placeInWords({ element: found.element, window: found.point ? window : null })
      return {
        message: sentenceOf(`Clicked ${what}.`, effect),
        data: { clicked: found.element && toldElement(found.element), ...effect },
      }
    },
  })
}

/** By its own action where a plain click is meant, for that cannot miss. */
async function clickOn(
  driver: DesktopDriver,
  { element, point }: FoundTarget,
  {
    button = 'left',
    count = 1,
    modifiers = [],
    signal,
  }: Static<typeof Params> & { readonly signal: AbortSignal },
): Promise<void> {
  if (point) return driver.click(point, { button, count, modifiers }, signal)
  if (!element) throw new TypeError('A target is an element or a place.')
  if (button === 'left' && count === 1 && modifiers.length === 0)
    return driver.activateElement(element.id, signal)
  if (!element.area || !element.states.includes('showing'))
    throw new AppError('conflict', `"${element.name}" is not in view. Scroll to it first.`)
  return driver.click(middleOf(element.area), { button, count, modifiers }, signal)
}
