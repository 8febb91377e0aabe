import type { DesktopDriver } from '../desktop-driver.ts'

/** Does something in its turn. */
export type Act<Parts> = <T>(signal: AbortSignal | undefined, run: (parts: Parts) => Promise<T>) => Promise<T>

type Gestures = Pick<DesktopDriver, 'move' | 'click' | 'drag' | 'scroll'>

/** The part of a driver that points, for whatever moves the pointer there. */
export function pointerPart<Parts extends { readonly pointer: Gestures }>(act: Act<Parts>): Gestures {
  return {
    move: (point, signal) => act(signal, ({ pointer }) => pointer.move(point, signal)),
    click: (point, wanted, signal) => act(signal, ({ pointer }) => pointer.click(point, wanted, signal)),
    drag: (path, wanted, signal) => act(signal, ({ pointer }) => pointer.drag(path, wanted, signal)),
    scroll: (point, wanted, signal) => act(signal, ({ pointer }) => pointer.scroll(point, wanted, signal)),
  }
}
