import { nullable } from '../../contract/schema.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { openedText } from '../../platform/desktop/applications/opened-text.ts'
import type { DesktopAccess } from './desktop-access.ts'

const Params = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'Name of the application as in the menu, or a web address for the browser',
  }),
})

const Data = Type.Object({
  name: Type.String({ description: 'What was opened' }),
  process_id: nullable(Type.Integer(), { description: 'Its process id, if known' }),
  window: nullable(Type.String(), {
    description: 'Title of the window that shows it; null if none was seen',
  }),
  state: Type.Enum(['window', 'running', 'splash', 'ended', 'none'], {
    description:
      'window: a new window; running: an instance that was running took it over; splash: only its splash screen so far; ended: ended without a window; none: no window seen',
  }),
  tells_elements: Type.Boolean({
    description: 'False when it was started without telling what its pages show; a new start changes that',
  }),
})

export function createOpenApp(desktop: DesktopAccess) {
  return defineTool({
    action: 'OPEN_APP',
    title: 'Open an application',
    description:
      'Opens an application on this machine by name, or a web address in the browser, and waits for its window.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 60,
    phrases: [
      'open the calculator',
      'open the app "firefox"',
      'start the text editor',
      'launch "gimp"',
      'open the application "terminal"',
      'start "thunderbird"',
      'open the browser',
      'run the program "vlc"',
      'open "https://example.org" in the browser',
    ],
    example: { args: { name: 'calculator' } },
    async run({ name }, { signal }) {
      const driver = await desktop.driver()
      const opened = await driver.openApplication(name, signal)
      const { processId, window, state, isSilent } = opened
      return {
        message: openedText(opened, (text) => `"${text}"`),
        data: { name: opened.name, process_id: processId, window, state, tells_elements: !isSilent },
      }
    },
  })
}
