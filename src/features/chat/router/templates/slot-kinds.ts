import type { When } from '../readers/reader.ts'
import type { SlotKind } from './match-templates.ts'

/** What a slot can stand for. A kind that is not here cannot be asked for. */
export const slotKinds: Readonly<Record<string, SlotKind<When>>> = {
  /** Any words, as they were said. */
  text: { longest: 60, read: (text) => text },
}
