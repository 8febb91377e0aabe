import type { DesktopDriver, Frame } from '../../platform/desktop/desktop-driver.ts'
import type { Picture } from '../models/language-model.ts'

const MAX_EDGE = 1366
/** About 1.2k tokens of those who count 750 pixels as one. */
const MAX_PIXELS = 1280 * 720
const LOOKS = 3

/** The screen as a model is to see it. */
export async function lookAt(driver: Pick<DesktopDriver, 'capture'>, signal: AbortSignal): Promise<Frame> {
  // Without the pointer: a picture that differs only by that says that an action had no effect.
  const options = { maxEdge: MAX_EDGE, maxPixels: MAX_PIXELS, cursor: false }
  for (let tries = 1; ; tries += 1) {
    try {
      return await driver.capture(options, signal)
    } catch (error) {
      if (signal.aborted || tries >= LOOKS) throw error
    }
  }
}

export function pictureOf({ mimeType, bytes }: Frame): Picture {
  return { mime_type: mimeType, data: bytes.toString('base64') }
}
