import { definePlugin, needingSetup, type AnyTool, type Plugin } from '../../contract/tool.ts'
import { createClick } from './click.ts'
import { createClickAt } from './click-at.ts'
import { createClickElement } from './click-element.ts'
import { controlTool, desktopSetup, type DesktopAccess, type LastPicture } from './desktop-access.ts'
import { createDrag } from './drag.ts'
import { createFindOnScreen } from './find-on-screen.ts'
import { createMove } from './move.ts'
import { createOpenApp } from './open-app.ts'
import { createPressKey } from './press-key.ts'
import { createReadScreen } from './read-screen.ts'
import { createRunTerminal } from './run-terminal.ts'
import { createScreenshot } from './screenshot.ts'
import { createScrollAt } from './scroll-at.ts'
import { createSelect } from './select.ts'
import { createToggle } from './toggle.ts'
import { createType } from './type.ts'
import { createTypeText } from './type-text.ts'
import { wait } from './wait.ts'

/** The tools need the desktop, which the service opens when it is first used; so the plugin is made, not declared. */
export function createComputerControl(desktop: DesktopAccess): Plugin {
  const last: LastPicture = { frame: null }
  const onScreen = [
    createScreenshot(desktop, last),
    createReadScreen(desktop),
    createFindOnScreen(desktop),
    createClick(desktop, last),
    createType(desktop, last),
    createSelect(desktop, last),
    createToggle(desktop, last),
    createClickAt(desktop, last),
    createClickElement(desktop),
    createMove(desktop, last),
    createDrag(desktop, last),
    createScrollAt(desktop, last),
    createTypeText(desktop, last),
    createPressKey(desktop),
    createOpenApp(desktop),
  ]
  return definePlugin({
    agent: 'computer_control',
    title: 'Computer control',
    summary: 'Sees the screen and uses the mouse, keyboard, applications and command line of this machine.',
    tools: [...needingSetup(onScreen, desktopSetup(desktop)), createRunTerminal(desktop), wait].map((tool) =>
      controlTool<AnyTool>(tool),
    ),
  })
}
