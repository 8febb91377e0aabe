/**
 * No picture has a message of the service itself in it: `node prove/desktop-overlays.ts` takes four hundred on X11 and as
 * many on sway, or as many as it is told, while messages come and go.
 */
import { silentLog } from '../src/contract/log.ts'
import { chooseDesktop, openDesktop } from '../src/platform/desktop/choose.ts'
import { openDriver } from '../test/desktop/driver.ts'
import { picturesWithOverlay } from '../test/desktop/overlay-pictures.ts'
import { startDesktop } from '../test/desktop/stage.ts'
import { startWayland } from '../test/desktop/wayland-stage.ts'

const pictures = Number(process.argv[2] ?? 400)
{
  await using stage = await startDesktop({ width: 1024, height: 768, windowManager: 'openbox' })
  await using driver = await openDriver(stage)
  await stage.openOracle({ kind: 'board', geometry: 'full' })
  tell('X11', await picturesWithOverlay(driver, pictures))
}
{
  await using stage = await startWayland({ width: 1024, height: 768 })
  const context = { platform: 'linux', environment: stage.environment, log: silentLog } as const
  const driver = await openDesktop(chooseDesktop(context), context)
  try {
    await stage.openOracle({ kind: 'board', geometry: 'full' })
    tell('sway', await picturesWithOverlay(driver, pictures))
  } finally {
    await driver.close()
  }
}

function tell(where: string, withOne: number): void {
  if (withOne > 0) process.exitCode = 1
  console.log(`${where}: a message in ${withOne} of ${pictures} pictures`)
}
