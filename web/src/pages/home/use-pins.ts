import { useCallback, useMemo, useState } from 'react'
import { useStored, type Stored } from '../../../../src/components/view-kit/store/stored.ts'
import { PINS_KEY, type Pin, type PinSize, type StoredPins } from '../../frame/pins.ts'
import { useShell } from '../../frame/shell.ts'
import { movedBeside, movedBy, type Beside } from './arrange.ts'
import { useDeviceLayout } from './device-layout.ts'
import { laidOut, layoutOf } from './layout.ts'
import { nameOfPin } from './pin-name.ts'
import { allPins, starterPins } from './starter.ts'

/** What was added or removed last, and the way back. */
export interface PinUndo {
  readonly what: string
  readonly did: 'added' | 'removed'
  readonly undo: () => void
  readonly forget: () => void
}

export interface HomePins {
  readonly stored: Stored<StoredPins>
  readonly pins: readonly Pin[]
  readonly isOnlyHere: boolean
  readonly setOnlyHere: (wanted: boolean) => void
  readonly put: (id: string, beside: Beside) => void
  readonly move: (id: string, places: number) => void
  readonly resize: (id: string, size: PinSize) => void
  readonly add: (pin: Pin) => void
  readonly remove: (pin: Pin) => void
  readonly last: PinUndo | undefined
}

const NOTHING: StoredPins = {}

/** The widgets on Home and all that can be done with them. */
export function useHomePins(homeCity: unknown): HomePins {
  const stored = useStored(PINS_KEY, NOTHING)
  const { value, change } = stored
  const { announce } = useShell().context
  const { layout, keep } = useDeviceLayout()
  const starter = useMemo(() => starterPins(homeCity), [homeCity])
  const pins = useMemo(() => laidOut(allPins(value, starter), layout), [value, starter, layout])
  const edit = useCallback(
    (list: (pins: readonly Pin[]) => readonly Pin[]) =>
      change((before) => ({ pins: list(allPins(before, starter)) })),
    [change, starter],
  )
  /** Order and widths are those of this browser where it has its own. */
  const arrange = useCallback(
    (list: (pins: readonly Pin[]) => readonly Pin[]) => (layout ? keep(layoutOf(list(pins))) : edit(list)),
    [layout, keep, pins, edit],
  )
  const put = useCallback(
    (id: string, beside: Beside) => arrange((list) => movedBeside(list, id, beside)),
    [arrange],
  )
  return {
    stored,
    pins,
    isOnlyHere: layout !== undefined,
    setOnlyHere: (wanted) => keep(wanted ? layoutOf(pins) : undefined),
    put,
    move(id, places) {
      const after = movedBy(pins, id, places)
      arrange((list) => movedBy(list, id, places))
      announce(`Position ${after.findIndex((pin) => pin.id === id) + 1} of ${after.length}.`)
    },
    resize: (id, size) => arrange((list) => list.map((pin) => (pin.id === id ? { ...pin, size } : pin))),
    ...usePinUndo(pins, edit),
  }
}

/** Adding and removing, each with a way back. */
function usePinUndo(
  pins: readonly Pin[],
  edit: (list: (pins: readonly Pin[]) => readonly Pin[]) => void,
): Pick<HomePins, 'add' | 'remove' | 'last'> {
  const { announce } = useShell().context
  const [last, setLast] = useState<PinUndo>()
  const without = (id: string) => edit((list) => list.filter((pin) => pin.id !== id))
  const insert = (pin: Pin, at: number) =>
    edit((list) => (list.some(({ id }) => id === pin.id) ? list : list.toSpliced(at, 0, pin)))
  const offer = (pin: Pin, did: PinUndo['did'], back: () => void) => {
    const what = nameOfPin(pin)
    const forget = () => setLast(undefined)
    const undo = () => {
      back()
      forget()
      announce(`Undone: ${what} is ${did === 'added' ? 'off Home again' : 'back'}.`)
    }
    setLast({ what, did, undo, forget })
    announce(`${what} ${did}. Undo is above the widgets.`)
  }
  return {
    last,
    add(pin) {
      insert(pin, pins.length)
      offer(pin, 'added', () => without(pin.id))
    },
    remove(pin) {
      const at = pins.findIndex(({ id }) => id === pin.id)
      without(pin.id)
      offer(pin, 'removed', () => insert(pin, at))
    },
  }
}
