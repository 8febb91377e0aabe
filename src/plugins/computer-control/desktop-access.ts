import { AppError } from '../../contract/errors.ts'
import type { AnyTool, Secrecy, Tool, ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { Launcher } from '../../platform/sandbox/launcher.ts'
import type {
  AccessibleElement,
  ActiveWindow,
  DesktopDriver,
  Frame,
} from '../../platform/desktop/desktop-driver.ts'

/** What is typed, and what is known of where it goes. */
export type Typing = { readonly text: string; readonly label?: string | undefined } | { readonly key: string }

export interface TypedInto {
  readonly focused: AccessibleElement | null
  readonly target: AccessibleElement | null
  readonly window: ActiveWindow | null
}

/** Whether what is typed may be stored and shown. */
export type JudgeTyping = (typing: Typing, into: TypedInto) => Secrecy

/** What the tools need of the desktop. */
export interface DesktopAccess {
  /** Throws nothing: where there is no desktop, what is asked of the driver says why. */
  driver(): Promise<DesktopDriver>
  /** Starts the programs of commands. */
  readonly launcher: Launcher
  /** What is known without opening it. */
  readonly state?: () => { readonly problem: string | null }
  /** Whether what is typed may be stored; without it nothing that is typed is. */
  readonly judgeTyping?: JudgeTyping
}

/** The picture that was taken last, for those who point into it without saying its size. */
export interface LastPicture {
  frame: Pick<Frame, 'area' | 'width' | 'height'> | null
}

export const Modifiers = Type.Array(Type.Enum(['ctrl', 'shift', 'alt', 'super']), {
  maxItems: 4,
  uniqueItems: true,
  description: 'Keys to hold meanwhile',
})

export const Button = Type.Enum(['left', 'middle', 'right'], {
  default: 'left',
  description: 'Mouse button',
})

/** What every action tells about what came of it. */
export const effectMembers = {
  changed: Type.Boolean({ description: 'Whether the screen changed afterwards' }),
  settled: Type.Boolean({
    description: 'Whether it was quiet again; if not, it was still changing after the longest wait',
  }),
  window: Type.Union([Type.String(), Type.Null()], {
    description: 'Title of the front window afterwards; null if unknown',
  }),
}

export interface Effect {
  readonly changed: boolean
  readonly settled: boolean
  readonly window: string | null
}

/** Does it and waits until the screen is quiet again: that a click was sent does not mean that anything happened. */
export async function withEffect(
  driver: DesktopDriver,
  act: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<Effect> {
  const canLook = driver.capabilities.capture
  // What is on the screen now is looked at, so that what comes counts as a change.
  if (canLook) await driver.settle({ changeMs: 0, quietMs: 0, maxMs: 0 }, signal)
  await act()
  const { changed, isBounded } = canLook ? await driver.settle({}, signal) : unseen
  const window = await driver.activeWindow()
  return { changed, settled: !isBounded, window: window?.title ?? null }
}

const unseen = { changed: false, isBounded: false }

export function sentenceOf(done: string, { changed, settled }: Effect, note = ''): string {
  const still = settled ? '' : 'The screen is still changing.'
  return [done, changed ? '' : 'Nothing changed on the screen.', still, note].filter(Boolean).join(' ')
}

/** Of a tool that needs the screen: why there is none. */
export function desktopSetup({ state }: DesktopAccess): NonNullable<AnyTool['setup']> {
  return (setting) =>
    setting('COMPUTER_CONTROL') === 'off' ? 'Set COMPUTER_CONTROL to on.' : (state?.().problem ?? undefined)
}

/** Closed to strangers, and switched off together by one setting, before anybody is asked about it. */
export function controlTool<T extends AnyTool>(tool: T): T {
  const { needsApproval, run, conceals } = tool as Tool
  return {
    ...tool,
    closedToOutside: true,
    ...(conceals && {
      conceals: {
        ...conceals,
        secrecyOf: async (params: never, call: ToolCall) =>
          isTurnedOff(call) ? 'maybe' : conceals.secrecyOf(params, call),
      },
    }),
    needsApproval(params: never, call: ToolCall) {
      assertTurnedOn(call)
      return needsApproval?.(params, call)
    },
    async run(params: never, call: ToolCall) {
      assertTurnedOn(call)
      return run(params, call)
    },
  }
}

function assertTurnedOn(call: ToolCall): void {
  if (isTurnedOff(call))
    throw new AppError('forbidden', 'Computer control is off. Set COMPUTER_CONTROL to on to use it.')
}

/** With computer control off nobody looks at the desktop. */
function isTurnedOff({ setting }: Pick<ToolCall, 'setting'>): boolean {
  return setting('COMPUTER_CONTROL') === 'off'
}
