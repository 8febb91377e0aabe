import type { ChordKey } from '../chords.ts'
import type { Modifier } from '../desktop-driver.ts'

export interface PressOptions {
  readonly holdMs: number
  readonly signal?: AbortSignal | undefined
}

/** Whatever strikes keys on this desktop. */
export interface Keyboard {
  press(keys: readonly ChordKey[], options: PressOptions): Promise<void>
  type(text: string, signal?: AbortSignal): Promise<void>
  /** Runs with these down; they are up again however it ends. */
  holding<T>(modifiers: readonly Modifier[], run: () => Promise<T>): Promise<T>
  releaseAll(): Promise<void>
}
