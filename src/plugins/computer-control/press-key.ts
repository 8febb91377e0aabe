import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { secrecyOfTyping } from './concealed-typing.ts'
import { effectMembers, sentenceOf, withEffect, type DesktopAccess } from './desktop-access.ts'

const Params = Type.Object({
  key: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Keys to press together: Return, F5, ctrl+s, ctrl+shift+t, alt+Tab, ctrl++',
  }),
  hold_ms: Type.Optional(
    Type.Integer({ default: 0, minimum: 0, maximum: 5_000, description: 'How long to hold them' }),
  ),
})

const Data = Type.Object({ key: Type.String({ description: 'What was pressed' }), ...effectMembers })

export function createPressKey(desktop: DesktopAccess) {
  return defineTool({
    action: 'PRESS_KEY',
    title: 'Press keys',
    description:
      'Presses a key or several together in the focused application, e.g. Return, Escape or ctrl+s. To type text, use TYPE_TEXT.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 30,
    phrases: [
      'press enter',
      'press ctrl+s',
      'hit escape',
      'press alt tab to change the window',
      'push F5 to reload',
      'press the keys ctrl shift t',
      'hold shift for a second',
      'send the keyboard shortcut ctrl+c',
      'press page down',
    ],
    example: { args: { key: 'ctrl+s' } },
    conceals: { args: ['key'], secrecyOf: ({ key }) => secrecyOfTyping(desktop, { key }, async () => ({})) },
    async run({ key, hold_ms: holdMs = 0 }, { signal }) {
      const driver = await desktop.driver()
      const effect = await withEffect(driver, () => driver.press(key, { holdMs }, signal), signal)
      return { message: sentenceOf(`Pressed ${key}.`, effect), data: { key, ...effect } }
    },
  })
}
