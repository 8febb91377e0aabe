import { startMac } from './macos-stage.ts'
import { openPortal } from './portal-stage.ts'
import { hasDesktop } from './stage.ts'
import { taskContract, type ContractDesktop, type Stroke } from './task-contract.ts'

taskContract('GNOME and KDE by the portal', { isHere: hasDesktop, open: openPortalDesktop })
taskContract('macOS', { open: openMacDesktop })

/** The first monitor stands at 0, 0 of its own stream. */
async function openPortalDesktop(): Promise<ContractDesktop> {
  const portal = await openPortal()
  const strokes = async (call: string): Promise<Stroke[]> =>
    (await portal.of(call)).map(([, , what, state]) => ({
      what: `${call} ${String(what)}`,
      isDown: state === 1,
    }))
  return {
    driver: portal.driver,
    platform: 'linux',
    at: (point) => point,
    async places() {
      const moves = await portal.of('NotifyPointerMotionAbsolute')
      return moves.map(([, , , x, y]) => ({ x: Number(x), y: Number(y) }))
    },
    strokes: async () => [
      ...(await strokes('NotifyPointerButton')),
      ...(await strokes('NotifyKeyboardKeysym')),
    ],
    async typed() {
      const keys = await portal.of('NotifyKeyboardKeysym')
      const down = keys.filter(([, , , state]) => state === 1).map(([, , keysym]) => letterOf(Number(keysym)))
      // Until the chord that comes after it.
      return down.join('').split('\0')[0]!
    },
    hold: async () => {},
    [Symbol.asyncDispose]: () => portal[Symbol.asyncDispose](),
  }
}

/** As X11 numbers them: Latin-1 as it is, other letters of Unicode far above, and no letter for a modifier. */
function letterOf(keysym: number): string {
  if (keysym >= 0x0100_0000) return String.fromCodePoint(keysym - 0x0100_0000)
  return keysym < 0x100 ? String.fromCodePoint(keysym) : '\0'
}

type Step = { readonly kind: string } & Readonly<Record<string, number | boolean>>

const buttons: Readonly<Record<number, Stroke>> = {
  1: { what: 'left', isDown: true },
  2: { what: 'left', isDown: false },
  3: { what: 'right', isDown: true },
  4: { what: 'right', isDown: false },
}

async function openMacDesktop(): Promise<ContractDesktop> {
  const mac = await startMac()
  const steps = async (): Promise<Step[]> => {
    const gestures = (await mac.calls('osascript')).filter(({ args }) => args.at(-1)?.startsWith('['))
    return gestures.flatMap(({ args, isEndless }) => {
      const all = JSON.parse(args.at(-1)!) as Step[]
      // It has pressed, and not let go.
      return isEndless ? all.slice(0, all.findIndex(({ type }) => type === 1) + 1) : all
    })
  }
  return {
    driver: mac.driver,
    platform: 'darwin',
    // The window in front is on the second screen.
    at: ({ x, y }) => ({ x: x + 1440, y }),
    async places() {
      const mouse = (await steps()).filter(({ kind }) => kind === 'mouse')
      return mouse.map(({ x, y }) => ({ x: Number(x), y: Number(y) }))
    },
    async strokes() {
      return (await steps()).flatMap(({ kind, code, down, type }) =>
        kind === 'key' ? [{ what: `key ${code}`, isDown: down === true }] : (buttons[Number(type)] ?? []),
      )
    },
    async typed() {
      return (await mac.calls('pbcopy'))[0]?.input ?? ''
    },
    hold: (isHeld) => mac.endless(isHeld),
    [Symbol.asyncDispose]: () => mac[Symbol.asyncDispose](),
  }
}
