import { AppError } from '../../contract/errors.ts'

/** What travels over the bus. Dictionaries are maps, arrays of bytes are buffers, 64-bit numbers are bigints. */
export type BusValue =
  | number
  | bigint
  | string
  | boolean
  | Buffer
  | Variant
  | readonly BusValue[]
  | ReadonlyMap<string | number, BusValue>

/** A value that brings its own type with it. */
export class Variant {
  readonly signature: string
  readonly value: BusValue

  constructor(signature: string, value: BusValue) {
    this.signature = signature
    this.value = value
  }
}

/** What a program answered is read with these: one that answers something else gives an error, not a surprise later. */
export function textOf(value: BusValue | undefined): string {
  if (typeof value === 'string') return value
  throw unexpected('text')
}

export function numberOf(value: BusValue | undefined): number {
  if (typeof value === 'number') return value
  throw unexpected('a number')
}

export function listOf(value: BusValue | undefined): readonly BusValue[] {
  if (Array.isArray(value)) return value as readonly BusValue[]
  throw unexpected('a list')
}

export function contentOf(value: BusValue | undefined): BusValue {
  if (value instanceof Variant) return value.value
  throw unexpected('a variant')
}

function unexpected(wanted: string): AppError {
  return new AppError('unavailable', `A program on the D-Bus answered with something other than ${wanted}.`)
}
