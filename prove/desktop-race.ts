/**
 * Text that is typed right after a click is in the window that was clicked, every time: `node prove/desktop-race.ts`
 * tries it two hundred times under each window manager, or as often as it is told.
 */
import { openDriver } from '../test/desktop/driver.ts'
import { raceFocus } from '../test/desktop/focus-race.ts'
import { startDesktop } from '../test/desktop/stage.ts'

const rounds = Number(process.argv[2] ?? 200)
let isGood = true
for (const windowManager of ['openbox', 'xfwm4'] as const) {
  await using stage = await startDesktop({ width: 1280, height: 720, windowManager })
  await using driver = await openDriver(stage)
  const { right, wrong, lost } = await raceFocus(stage, driver, { rounds })
  isGood &&= right === rounds
  console.log(
    `${windowManager}: ${right} of ${rounds} in the window that was clicked, ${wrong} in the other, ${lost} lost`,
  )
}
if (!isGood) process.exitCode = 1
