import type { Area, DesktopDriver, Frame } from '../../platform/desktop/desktop-driver.ts'
import { detailLimit, pictureLimit } from '../../platform/desktop/picture/picture-size.ts'
import type { LanguageModels, Picture } from '../models/language-model.ts'

const LOOKS = 3

export interface Looking {
  readonly driver: Pick<DesktopDriver, 'capture' | 'activeMonitor'>
  /** Who is to see it. */
  readonly models: Pick<LanguageModels, 'choice'>
}

/** The screen as a model is to see it. */
export async function lookAt({ driver, models }: Looking, signal: AbortSignal): Promise<Frame> {
  const model = models.choice('vision')?.model ?? ''
  // Without the pointer: a picture that differs only by that says that an action had no effect.
  for (let tries = 1; ; tries += 1) {
    try {
      const { area } = await driver.activeMonitor()
      return await driver.capture({ ...pictureLimit(model, area), cursor: false }, signal)
    } catch (error) {
      if (signal.aborted || tries >= LOOKS) throw error
    }
  }
}

/** A part of what a picture shows, as closely as the same model is to see it. */
export function lookClosely(
  area: Area,
  {
    driver,
    models,
    frame,
  }: Pick<Looking, 'models'> & { driver: Pick<DesktopDriver, 'capture'>; frame: Frame },
  signal: AbortSignal,
): Promise<Frame> {
  const limit = detailLimit(models.choice('vision')?.model ?? '', area, frame.width / frame.area.width)
  return driver.capture({ area, ...limit, enlarge: true }, signal)
}

export function pictureOf({ mimeType, bytes }: Frame): Picture {
  return { mime_type: mimeType, data: bytes.toString('base64') }
}
