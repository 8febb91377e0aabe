/**
 * What every way of seeing and moving a desktop can do. Coordinates are whole physical pixels of the whole desktop.
 * Each call leaves nothing pressed when it throws or is aborted.
 */
export interface DesktopDriver {
  readonly kind: DriverKind
  readonly capabilities: DesktopCapabilities
  monitors(): Promise<readonly Monitor[]>
  /** That of the active window's centre, else that of the pointer, else the first. */
  activeMonitor(): Promise<Monitor>
  capture(options: CaptureOptions, signal?: AbortSignal): Promise<Frame>
  /** Waits until the screen has changed and is quiet again, or until it is clear that nothing will come. */
  settle(options: SettleOptions, signal?: AbortSignal): Promise<Settled>

  move(point: Point, signal?: AbortSignal): Promise<void>
  click(point: Point, options: ClickOptions, signal?: AbortSignal): Promise<void>
  drag(path: readonly Point[], options: DragOptions, signal?: AbortSignal): Promise<void>
  scroll(point: Point, options: ScrollOptions, signal?: AbortSignal): Promise<void>
  /** `ctrl+shift+t`, `F5`, `ctrl++`; an unknown name is refused before anything is pressed. */
  press(chord: string, options: { readonly holdMs?: number }, signal?: AbortSignal): Promise<void>
  type(text: string, options: TypeOptions, signal?: AbortSignal): Promise<Typed>

  /** null where it cannot be read (Wayland). */
  pointer(): Promise<Point | null>
  activeWindow(): Promise<ActiveWindow | null>
  /** The window that a click at this place would go to, where that can be told; null for the bare desktop. */
  windowAt?(point: Point): Promise<ActiveWindow | null>
  /** What the display server believes is pressed; null where it cannot be asked. */
  held(): Promise<Held | null>
  /** May be called at any time, also when nothing is pressed. */
  releaseAll(): Promise<void>
  openApplication(query: string, signal?: AbortSignal): Promise<OpenedApplication>
  /** What would be opened by this name, where that can be told; null for an address, or when there is nothing. */
  describeApplication?(query: string): Promise<ApplicationFacts | null>

  focusedElement(): Promise<AccessibleElement | null>
  /** The elements of the active window, or of all. */
  readElements(scope: 'window' | 'desktop', signal?: AbortSignal): Promise<ElementList>
  /** By its own action where it has one, else by a click on its centre. */
  activateElement(id: string, signal?: AbortSignal): Promise<void>

  readonly overlays: Overlays
  /** The panic hotkey, the corner, or somebody else moving the pointer. Returns how to stop listening. */
  onInterference(listener: (why: Interference) => void): () => void
  close(): Promise<void>
}

export type DriverKind = 'x11' | 'wayland' | 'portal' | 'macos' | 'none'
export type Interference = 'hotkey' | 'corner' | 'pointer'
export type Modifier = 'ctrl' | 'shift' | 'alt' | 'super'
export type MouseButton = 'left' | 'middle' | 'right'

export interface DesktopCapabilities {
  readonly capture: boolean
  readonly pointer: boolean
  readonly keyboard: boolean
  readonly clipboard: boolean
  readonly overlay: boolean
  readonly accessibility: boolean
  readonly read_pointer: boolean
  readonly hotkey: boolean
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Area extends Point {
  readonly width: number
  readonly height: number
}

export interface Monitor {
  readonly id: string
  readonly area: Area
  readonly primary: boolean
}

export interface CaptureOptions {
  /** Number of the monitor, from 0; the active one when left out. */
  readonly display?: number | undefined
  /** Part of the desktop, in its own pixels. */
  readonly area?: Area | undefined
  readonly maxEdge?: number | undefined
  readonly maxPixels?: number | undefined
  readonly format?: 'png' | 'jpeg' | undefined
  readonly cursor?: boolean | undefined
}

/** A picture of the desktop with what is needed to point into it. */
export interface Frame {
  readonly takenAt: number
  /** What of the desktop it shows. */
  readonly area: Area
  readonly width: number
  readonly height: number
  readonly mimeType: 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
  /** Equal for equal pictures. */
  readonly hash: string
}

export interface SettleOptions {
  /** How long to wait for a first change. */
  readonly changeMs?: number
  readonly quietMs?: number
  readonly maxMs?: number
}

export interface Settled {
  readonly tookMs: number
  readonly changed: boolean
}

export interface ClickOptions {
  readonly button?: MouseButton | undefined
  readonly count?: number | undefined
  readonly modifiers?: readonly Modifier[] | undefined
}

export interface DragOptions {
  readonly button?: MouseButton | undefined
  readonly durationMs?: number | undefined
  readonly modifiers?: readonly Modifier[] | undefined
}

export interface ScrollOptions {
  readonly direction: 'up' | 'down' | 'left' | 'right'
  readonly notches: number
  readonly modifiers?: readonly Modifier[] | undefined
}

export interface TypeOptions {
  /** `auto` takes the first that works: accessibility, clipboard, keys. */
  readonly method?: TypingMethod | 'auto' | undefined
  /** Whether it takes the place of all that stands there. */
  readonly replace?: boolean | undefined
}

export type TypingMethod = 'accessibility' | 'clipboard' | 'keys'

export interface Typed {
  readonly method: TypingMethod
  /** Whether the application was seen to take the text. */
  readonly verified: boolean
  readonly characters: number
  readonly clipboardReplaced: boolean
}

export interface ActiveWindow {
  readonly id: string
  readonly title: string
  readonly className: string
  readonly processId: number | null
  readonly area: Area | null
}

export interface Held {
  readonly keys: readonly number[]
  readonly buttons: readonly number[]
}

export interface OpenedApplication {
  readonly name: string
  readonly processId: number | null
  /** Title of the window that came up; null when none was seen in time. */
  readonly window: string | null
}

export interface ApplicationFacts {
  readonly name: string
  /** The file that is started, without its folder. */
  readonly program: string
  /** Runs commands, or runs in a window that does. */
  readonly isTerminal: boolean
  /** Puts programs onto the computer. */
  readonly isInstaller: boolean
}

export interface AccessibleElement {
  readonly id: string
  readonly role: string
  readonly name: string
  readonly text: string | null
  readonly states: readonly string[]
  readonly area: Area | null
  readonly isPassword: boolean
  readonly isEditable: boolean
  /** Title of the window that it is in; null where that is not told. */
  readonly window: string | null
}

export interface ElementList {
  readonly elements: readonly AccessibleElement[]
  /** True when the application tells little or nothing of itself: an empty list is no empty window. */
  readonly degraded: boolean
}

export interface Overlays {
  show(overlay: OverlayRequest): Promise<ShownOverlay>
  hide(id: string): Promise<void>
}

export interface OverlayRequest {
  readonly id: string
  readonly title?: string | undefined
  readonly text: string
  readonly position: OverlayPosition
  /** null stays until it is hidden. */
  readonly durationMs: number | null
}

export type OverlayPosition =
  | 'top_left'
  | 'top'
  | 'top_right'
  | 'center'
  | 'bottom_left'
  | 'bottom'
  | 'bottom_right'

export interface ShownOverlay {
  readonly via: 'window' | 'notification' | 'log'
}
