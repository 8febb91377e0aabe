import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { DesktopDriver, OverlayPosition } from '../../src/platform/desktop/desktop-driver.ts'

const positions: readonly OverlayPosition[] = ['top_left', 'top', 'center', 'bottom_right']
/** Of so many pixels with the colour of an overlay's ground, one is in the picture. */
const SOME = 200

/**
 * Takes pictures of a light screen while messages come, change and go, and counts those with one of them in it. Where a
 * message begins to come up and when a picture is taken has nothing to do with each other.
 */
export async function picturesWithOverlay(driver: DesktopDriver, rounds: number): Promise<number> {
  const over = new AbortController()
  const shower = async () => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const position = positions[turn % positions.length]!
      const id = `message${turn % 3}`
      await driver.overlays.show({ id, title: 'Deskhand', text: `Step ${turn}`, position, durationMs: null })
      await sleep(turn % 7)
      if (turn % 2 === 1) await driver.overlays.hide(id)
      if (turn % 5 === 4) for (const other of [0, 1, 2]) await driver.overlays.hide(`message${other}`)
      await sleep(turn % 11)
    }
  }
  const showing = shower()
  let withOne = 0
  for (let round = 0; round < rounds; round++) {
    const { bytes } = await driver.capture({ format: 'png' })
    if ((await groundPixels(bytes)) > SOME) withOne += 1
    await sleep(round % 5)
  }
  over.abort()
  await showing
  return withOne
}

async function groundPixels(bytes: Buffer): Promise<number> {
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer()
  let count = 0
  for (let at = 0; at < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    if (red < 60 && green < 60 && blue > red + 8 && blue < 90) count += 1
  }
  return count
}
