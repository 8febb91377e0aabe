/**
 * Text that is typed right after a click is in the window that was clicked, every time: `node prove/desktop-race.ts`
 * tries it two hundred times under each window manager and under Wayland, or as often as it is told.
 */
import { openDriver } from '../test/desktop/driver.ts'
import { raceFocus, raceTiledFocus, type RaceResult } from '../test/desktop/focus-race.ts'
import { startDesktop } from '../test/desktop/stage.ts'
import { openWayland } from '../test/desktop/wayland-desktop.ts'

const rounds = Number(process.argv[2] ?? 200)
let isGood = true
for (const windowManager of ['openbox', 'xfwm4'] as const) {
  await using stage = await startDesktop({ width: 1280, height: 720, windowManager })
  await using driver = await openDriver(stage)
  tell(windowManager, await raceFocus(stage, driver, { rounds }))
}
{
  await using desktop = await openWayland()
  tell('sway', await raceTiledFocus(desktop, { rounds }))
}
if (!isGood) process.exitCode = 1

function tell(where: string, { right, wrong, lost }: RaceResult): void {
  isGood &&= right === rounds
  console.log(
    `${where}: ${right} of ${rounds} in the window that was clicked, ${wrong} in the other, ${lost} lost`,
  )
}
