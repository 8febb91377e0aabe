import { nullable } from '../../contract/schema.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
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
    description: 'Title of the window that opened; null if none was seen',
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
      const { processId, window, ...opened } = await driver.openApplication(name, signal)
      const shown = window === null ? "Its window hasn't appeared yet." : `Its window is "${window}".`
      return {
        message: `Opened ${opened.name}. ${shown}`,
        data: { name: opened.name, process_id: processId, window },
      }
    },
  })
}
