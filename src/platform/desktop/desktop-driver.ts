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
  /** The windows of applications, those above first, where that can be told. */
  windows?(): Promise<readonly ActiveWindow[]>
  /** The window that a click at this place would go to, where that can be told; null for the bare desktop. */
  windowAt?(point: Point): Promise<ActiveWindow | null>
  /** What the display server believes is pressed; null where it cannot be asked. */
  held(): Promise<Held | null>
  /** May be called at any time, also when nothing is pressed. */
  releaseAll(): Promise<void>
  openApplication(query: string, signal?: AbortSignal): Promise<OpenedApplication>
  /** What would be opened by this name, where that can be told; null for an address, or when there is nothing. */
  describeApplication?(query: string): Promise<ApplicationFacts | null>

  focusedElement(signal?: AbortSignal): Promise<AccessibleElement | null>
  /** The button that Return presses while the element of this id has the focus, where that is told. */
  defaultButton?(focusedId: string, signal?: AbortSignal): Promise<AccessibleElement | null>
  /** The elements of the active window, or of all. */
  readElements(scope: 'window' | 'desktop', signal?: AbortSignal): Promise<ElementList>
  /**
   * The same for who describes them to somebody: the ids of this reader's last description are over. Waits for a program
   * that begins to tell only now.
   */
  describeElements(options: DescribeOptions, signal?: AbortSignal): Promise<ElementList>
  /** The ids that this reader was given are over, as when another task begins. */
  forgetElements(reader: string): void
  /** An element as it is now. Refuses an id that is over, or whose element has gone. */
  element(id: string, signal?: AbortSignal): Promise<AccessibleElement>
  /** What a click at this place would reach; null where nothing tells. */
  elementAt(point: Point, signal?: AbortSignal): Promise<AccessibleElement | null>
  /** By its own action where it has one, else by a click on its centre. */
  activateElement(id: string, signal?: AbortSignal): Promise<void>
  /** Chooses what a box or a list offers, by its name; refused with what it offers when there is no such option. */
  chooseOption(id: string, option: string, signal?: AbortSignal): Promise<ChosenOption>

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
  /** A small part as large as the limits allow, so that small text can be read. */
  readonly enlarge?: boolean | undefined
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
  /** Whether it shows something else than before, what blinks and spins anyway left out. */
  readonly changed: boolean
  /** It was still changing, or busy, when there was no more time to wait. */
  readonly isBounded: boolean
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
  /** Presses Return when the field shows the text; where it can't be read, when the application has read all keys. */
  readonly submit?: boolean | undefined
}

export type TypingMethod = 'accessibility' | 'clipboard' | 'keys'

export interface Typed {
  readonly method: TypingMethod
  /** Whether the application was seen to take the text. */
  readonly verified: boolean
  readonly characters: number
  readonly clipboardReplaced: boolean
  /** What the field holds now; null where it can't be read, and for a password. */
  readonly value: string | null
  /** Whether Return was pressed: not after a text that the field doesn't show. */
  readonly submitted: boolean
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
  /** Title of the window that shows it; null when none was seen in time. */
  readonly window: string | null
  /**
   * `window`: a window of its own; `running`: one that ran already has taken it over; `splash`: no more than its splash
   * screen so far; `ended`: it has ended well without a window; `none`: it runs without one, or that isn't told here.
   */
  readonly state: 'window' | 'running' | 'splash' | 'ended' | 'none'
  /** It was running before and tells nothing of its pages: only a new start changes that. */
  readonly isSilent: boolean
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
  /** What a box lets choose from. */
  readonly options?: readonly string[]
  /** Title of the window that it is in; null where that is not told. */
  readonly window: string | null
}

export interface DescribeOptions {
  readonly scope: 'window' | 'desktop'
  /** For whom; the ids are its own. */
  readonly reader: string
  /** Words that are looked for outside of the view as well: further down on a page, in closed menus. */
  readonly beyond?: ((words: string) => boolean) | undefined
}

export interface ChosenOption {
  readonly chosen: string
  /** False when it was chosen already. */
  readonly changed: boolean
}

export interface ElementList {
  readonly elements: readonly AccessibleElement[]
  /** True when the application tells little or nothing of itself: an empty list is no empty window. */
  readonly degraded: boolean
  /** How many there are beyond those that are listed. */
  readonly left?: number
  /** Large parts of the windows of which nothing is told. */
  readonly silent?: readonly Area[]
  /** The processes that did not answer all they were asked: they show more than this. null where not even that is known. */
  readonly unanswered?: readonly (number | null)[]
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
