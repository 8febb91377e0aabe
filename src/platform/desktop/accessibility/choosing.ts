import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { ChosenOption } from '../desktop-driver.ts'
import { optionsOf, type Option } from './element-details.ts'
import type { ObjectReader, ObjectReference } from './object-reader.ts'

const LOOK_EVERY_MS = 50
const TAKEN_MS = 600
const MAX_NAMED = 20
/** Such as all countries. Far fewer are told with a box. */
const MAX_OFFERED = 1_000

/** Chooses what a box or a list offers, by its name, and says what is chosen then. */
export async function choose(
  reader: ObjectReader,
  {
    id,
    reference,
    wanted,
    signal,
  }: {
    readonly id: string
    readonly reference: ObjectReference
    readonly wanted: string
    readonly signal: AbortSignal | undefined
  },
): Promise<ChosenOption> {
  const options = await optionsOf(reader, reference, MAX_OFFERED)
  const index = indexOf(options, wanted, id)
  const option = options[index]!
  if ((await chosenIn(reader, reference, options)).includes(option.name))
    return { chosen: option.name, changed: false }
  const around = await reader.parentOf(option.reference).catch(() => null)
  const ways = [
    () => reader.call(option.reference, 'Action.DoAction', ['i', [0]]),
    () => reader.call(reference, 'Selection.SelectChild', ['i', [index]]),
    () => around && reader.call(around, 'Selection.SelectChild', ['i', [index]]),
  ]
  for (const way of ways) {
    signal?.throwIfAborted()
    const told = await Promise.resolve(way()).catch(() => null)
    if (told && (await isTaken(reader, { reference, name: option.name, signal })))
      return { chosen: option.name, changed: true }
  }
  throw new AppError(
    'conflict',
    `The element ${id} didn't take "${option.name}". Click on it, then click on the option.`,
  )
}

function indexOf(options: readonly Option[], wanted: string, id: string): number {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const names = options.map(({ name }) => plain(name))
  const exact = names.indexOf(plain(wanted))
  if (exact >= 0) return exact
  const parts = names.flatMap((name, index) => (name.includes(plain(wanted)) ? [index] : []))
  if (parts.length === 1) return parts[0]!
  const offered = options.slice(0, MAX_NAMED).map(({ name }) => `"${name}"`)
  if (offered.length === 0)
    throw new AppError(
      'conflict',
      `The element ${id} tells no options. Click on it, and read the screen again.`,
    )
  throw new AppError(
    'not_found',
    `The element ${id} has ${parts.length === 0 ? 'no option' : 'several options'} "${wanted}". It offers ${offered.join(', ')}.`,
  )
}

/** It shows in the option itself, or in the name of its box. */
async function chosenIn(
  reader: ObjectReader,
  box: ObjectReference,
  options: readonly Option[],
): Promise<string[]> {
  const chosen = options.filter(({ isChosen }) => isChosen).map(({ name }) => name)
  return chosen.length > 0 ? chosen : [(await reader.glance(box)).name]
}

async function isTaken(
  reader: ObjectReader,
  { reference, name, signal }: { reference: ObjectReference; name: string; signal: AbortSignal | undefined },
): Promise<boolean> {
  const until = performance.now() + TAKEN_MS
  for (;;) {
    if ((await chosenIn(reader, reference, await optionsOf(reader, reference, MAX_OFFERED))).includes(name))
      return true
    if (performance.now() > until) return false
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}
