import { AppError } from '../../../contract/errors.ts'
import type { Point } from '../desktop-driver.ts'
import type { OverlayPicture } from '../overlay/overlay-picture.ts'
import type { OverlayWindow, OverlayWindows } from '../overlay/overlay-windows.ts'
import { WaylandConnection, type WaylandAddress } from './connection.ts'
import { LayerSurface } from './layer-surface.ts'
import { Outputs, uprightSize } from './outputs.ts'

const LAYER_SHELL = 'zwlr_layer_shell_v1'

/**
 * The windows of messages, in the layer above all others: without focus, and clicks fall through. Windows of the server
 * for old programs would be seen as well, but they would keep the clicks.
 */
export async function openLayerOverlays(address: WaylandAddress): Promise<OverlayWindows> {
  const connection = await WaylandConnection.open(address)
  try {
    if (!connection.canShareMemory) throw new AppError('unavailable', "Can't share memory here.")
    return new LayerOverlays(connection, await Outputs.on(connection))
  } catch (error) {
    connection.close()
    throw error
  }
}

class LayerOverlays implements OverlayWindows {
  readonly #connection: WaylandConnection
  readonly #outputs: Outputs
  readonly #globals: { readonly compositor: number; readonly shm: number; readonly shell: number }
  readonly #shown = new Set<LayerSurface>()
  #isHidden = false

  constructor(connection: WaylandConnection, outputs: Outputs) {
    this.#connection = connection
    this.#outputs = outputs
    this.#globals = {
      compositor: connection.bindFirst('wl_compositor', 3),
      shm: connection.bindFirst('wl_shm', 1),
      shell: connection.bindFirst(LAYER_SHELL, 1),
    }
  }

  get isLost(): boolean {
    return this.#connection.isLost
  }

  async open(picture: OverlayPicture, place: Point, isHidden = () => false): Promise<OverlayWindow> {
    const surface = await LayerSurface.open(this.#connection, {
      globals: this.#globals,
      picture,
      isHidden: () => this.#isHidden || isHidden(),
      ...this.#placeOf(place),
    })
    this.#shown.add(surface)
    // A picture may have begun while it was made.
    surface.hide(this.#isHidden || isHidden())
    await this.#connection.sync()
    return {
      moveTo: (next) => surface.move(this.#placeOf(next).margin),
      fade: (strength) => surface.fade(strength),
      close: () => {
        if (this.#shown.delete(surface)) surface.close()
      },
    }
  }

  /** What is sent first is drawn first: a picture that is asked for afterwards has them no more. */
  async hideAll(): Promise<void> {
    this.#isHidden = true
    for (const surface of this.#shown) surface.hide(true)
    await this.#connection.sync()
  }

  showAll(): void {
    this.#isHidden = false
    for (const surface of this.#shown) surface.hide(false)
  }

  close(): void {
    for (const surface of this.#shown) surface.close()
    this.#shown.clear()
    this.#connection.close()
  }

  /** On which monitor, and how far from its upper left corner in the compositor's own units. */
  #placeOf({ x, y }: Point): { output: number; scale: number; margin: Point } {
    const { monitors } = this.#outputs.layout()
    const isIn = ({ area }: (typeof monitors)[number]) =>
      x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
    const monitor = monitors.find(isIn) ?? monitors[0]
    if (!monitor) throw new AppError('unavailable', 'No monitor is turned on.')
    const { area, output } = monitor
    const units = area.width / output.logical.width
    return {
      output: output.object,
      scale: Math.max(1, Math.round(uprightSize(output).width / output.logical.width)),
      margin: { x: Math.round((x - area.x) / units), y: Math.round((y - area.y) / units) },
    }
  }
}
