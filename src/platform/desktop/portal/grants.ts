import { AppError } from '../../../contract/errors.ts'
import { connectBus, type Bus } from '../../dbus/bus.ts'
import type { Monitor } from '../desktop-driver.ts'
import { EventPace } from '../wayland/event-pace.ts'
import { PointerActions } from '../wayland/pointer-actions.ts'
import { PortalKeyboard, PortalPointer, SentInput } from './portal-input.ts'
import { openRemoteSession, type RemoteSession } from './remote-session.ts'
import { restoreTokenIn } from './restore-token.ts'

export interface GrantsOptions {
  /** Of the person's message bus. */
  readonly busAddress: string
  /** Where the permission is kept that the person has given. */
  readonly tokenFile: string
}

/** What the person has allowed, ready for use. */
export interface Grant {
  readonly session: RemoteSession
  readonly monitors: readonly Monitor[]
  readonly size: { readonly width: number; readonly height: number }
  readonly pointer: PointerActions
  readonly keyboard: PortalKeyboard
  releaseAll(): Promise<void>
}

/** Keeps the permission of the person: asked for when it is needed, and again after it was taken back. */
export class Grants {
  readonly #options: GrantsOptions
  #bus: Promise<Bus> | null = null
  #opening: Promise<Grant> | null = null
  #grant: Grant | null = null

  constructor(options: GrantsOptions) {
    this.#options = options
  }

  async bus(): Promise<Bus> {
    const bus = await this.#bus?.catch(() => null)
    if (bus?.isOpen) return bus
    this.#bus = connectBus(this.#options.busAddress)
    return this.#bus
  }

  async get(signal?: AbortSignal): Promise<Grant> {
    if (this.#grant && !this.#grant.session.isClosed) return this.#grant
    this.#opening ??= this.#open(signal)
    try {
      this.#grant = await this.#opening
      return this.#grant
    } finally {
      this.#opening = null
    }
  }

  async releaseAll(): Promise<void> {
    // What was closed was let go of by the desktop.
    if (this.#grant && !this.#grant.session.isClosed) await this.#grant.releaseAll()
  }

  async close(): Promise<void> {
    const grant = await this.#opening?.catch(() => null)
    const open = grant ?? this.#grant
    if (open && !open.session.isClosed) {
      await open.releaseAll().catch(() => {
        // Closed meanwhile, with everything let go of.
      })
      open.session.close()
    }
    const bus = await this.#bus?.catch(() => null)
    bus?.close()
  }

  async #open(signal?: AbortSignal): Promise<Grant> {
    const token = restoreTokenIn(this.#options.tokenFile)
    const session = await openRemoteSession(await this.bus(), token, signal)
    if (!session.hasPointer || !session.hasKeyboard) {
      session.close()
      throw new AppError(
        'forbidden',
        'The desktop was shared without keyboard and pointer. Try again, and turn on "Allow Remote Interaction" in the dialog before you choose "Share".',
      )
    }
    return grantOf(session)
  }
}

function grantOf(session: RemoteSession): Grant {
  const areas = session.streams.map(({ area }) => area)
  const origin = { x: Math.min(...areas.map(({ x }) => x)), y: Math.min(...areas.map(({ y }) => y)) }
  const size = {
    width: Math.max(...areas.map(({ x, width }) => x + width)) - origin.x,
    height: Math.max(...areas.map(({ y, height }) => y + height)) - origin.y,
  }
  const input = new SentInput(session)
  const pace = new EventPace()
  const keyboard = new PortalKeyboard(input, pace)
  const pointer = new PortalPointer(input, { streams: session.streams, origin })
  return {
    session,
    size,
    monitors: session.streams.map(({ node, area }, index) => ({
      id: `stream-${node}`,
      area: { ...area, x: area.x - origin.x, y: area.y - origin.y },
      primary: index === 0,
    })),
    keyboard,
    pointer: new PointerActions({
      connection: input,
      pointer,
      keyboard,
      outputs: { layout: () => ({ size }) },
      pace,
    }),
    async releaseAll() {
      await pointer.releaseAll()
      await keyboard.releaseAll()
    },
  }
}
