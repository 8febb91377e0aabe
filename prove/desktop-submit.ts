/**
 * An address that is typed into a browser and submitted is the one that is opened, every time: `node
 * prove/desktop-submit.ts` tries it two hundred times with an address bar that can be read and with one that can't, or as
 * often as it is told.
 */
import { submitAddresses } from '../test/desktop/address-bar.ts'
import { openDriver } from '../test/desktop/driver.ts'
import { openObserver } from '../test/desktop/real-stage.ts'
import { startDesktop } from '../test/desktop/stage.ts'

const rounds = Number(process.argv[2] ?? 200)
for (const tells of [true, false]) {
  await using stage = await startDesktop({
    width: 1280,
    height: 720,
    windowManager: 'openbox',
    accessibility: tells,
  })
  const driver = tells ? await openObserver(stage) : await openDriver(stage)
  try {
    // Applications tell from their start only when somebody has asked before.
    if (tells) await driver.focusedElement()
    const { right, wrong } = await submitAddresses(stage, driver, { rounds, tells })
    if (right !== rounds) process.exitCode = 1
    console.log(`${tells ? 'readable' : 'unreadable'}: ${right} of ${rounds} opened. ${wrong.join('; ')}`)
  } finally {
    await driver.close()
  }
}
