import type { Component } from '../../../src/contract/component-schema.ts'

export const PINS_KEY = 'shell:pins'

export type PinSize = 'small' | 'medium' | 'wide'

export interface Pin {
  readonly id: string
  readonly component: Component
  /** The answer that it was part of. */
  readonly run_id?: string
  /** How wide a person made it; as its kind is when left out. */
  readonly size?: PinSize
}

/** What is stored under `PINS_KEY`; nothing before the first change. */
export interface StoredPins {
  readonly pins?: readonly Pin[]
  /** The widgets that everybody starts with stand before the pins, as long as nobody has changed Home. */
  readonly starter?: boolean
}

/** Whether the widgets that everybody starts with are shown. */
export function hasStarter({ pins, starter = pins === undefined }: StoredPins): boolean {
  return starter
}
