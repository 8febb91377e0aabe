/** The part of the package `x11` (which has no types of its own) that is used here. */
declare module 'x11' {
  /** Returns true when it has dealt with the error; the client tells all listeners otherwise. */
  export type Callback<T> = (error: Error | null | undefined, value: T) => boolean | void

  export interface ClientOptions {
    readonly display: string
    readonly auth?: { readonly name: string; readonly data: string }
    readonly shm?: boolean | object
    readonly bufferRequests?: boolean
  }

  export interface Display {
    readonly client: Client
    readonly screen: readonly Screen[]
    readonly min_keycode: number
    readonly max_keycode: number
    readonly resource_base: number
    readonly resource_mask: number
    readonly image_byte_order: number
    readonly format: Readonly<Record<number, { readonly bits_per_pixel: number }>>
  }

  export interface Screen {
    readonly root: number
    readonly root_depth: number
    readonly root_visual: number
    readonly pixel_width: number
    readonly pixel_height: number
    readonly depths: Readonly<Record<number, Readonly<Record<number, unknown>>>>
  }

  export interface Property {
    readonly type: number
    readonly format: number
    readonly bytesAfter: number
    readonly data: Buffer
  }

  export interface PointerState {
    readonly root: number
    readonly child: number
    readonly rootX: number
    readonly rootY: number
    readonly keyMask: number
  }

  export interface XEvent {
    readonly name?: string
    readonly type: number
    readonly wid?: number
    readonly atom?: number
    readonly state?: number
    readonly time?: number
    readonly keycode?: number
    readonly buttons?: number
    readonly request?: number
    readonly owner?: number
    readonly requestor?: number
    readonly selection?: number
    readonly target?: number
    readonly property?: number
    readonly message_type?: number
    readonly data?: readonly number[]
  }

  export interface WindowAttributes {
    readonly mapState: number
    readonly overrideRedirect: number
  }

  export interface Geometry {
    readonly xPos: number
    readonly yPos: number
    readonly width: number
    readonly height: number
  }

  export interface Client {
    readonly display: Display
    readonly stream: { destroy(): void }
    readonly pack_stream: { put(bytes: Buffer): void; submit(expectsReply?: boolean): void }
    readonly replies: Record<number, [(bytes: Buffer, option: number) => unknown, Callback<never>]>
    seq_num: number
    atoms: Record<string, number>
    atom_names: Record<number, string>
    on(name: 'error', listener: (error: Error) => void): this
    on(name: 'event', listener: (event: XEvent) => void): this
    on(name: 'end', listener: () => void): this
    terminate(): void
    AllocID(): number
    ReleaseID(id: number): void
    require(extension: string, callback: Callback<unknown>): void

    InternAtom(onlyIfExists: boolean, name: string, callback: Callback<number>): void
    GetAtomName(atom: number, callback: Callback<string>): void
    GetInputFocus(callback: Callback<{ readonly focus: number }>): void
    QueryPointer(window: number, callback: Callback<PointerState>): void
    QueryKeymap(callback: Callback<Buffer>): void
    QueryTree(
      window: number,
      callback: Callback<{ readonly parent: number; readonly children: readonly number[] }>,
    ): void
    GetWindowAttributes(window: number, callback: Callback<WindowAttributes>): void
    GetGeometry(drawable: number, callback: Callback<Geometry>): void
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      callback: Callback<{ readonly child: number; readonly destX: number; readonly destY: number }>,
    ): void
    GetProperty(
      remove: number,
      window: number,
      name: number,
      type: number,
      offset: number,
      length: number,
      callback: Callback<Property>,
    ): void
    ChangeProperty(
      mode: number,
      window: number,
      name: number,
      type: number,
      format: number,
      data: Buffer | readonly number[],
    ): void
    DeleteProperty(window: number, name: number): void
    GetSelectionOwner(selection: number, callback: Callback<number>): void
    SetSelectionOwner(owner: number, selection: number, time?: number): void
    ConvertSelection(
      requestor: number,
      selection: number,
      target: number,
      property: number,
      time?: number,
    ): void
    SendEvent(
      destination: number,
      propagate: number,
      mask: number,
      event: Buffer | Readonly<Record<string, unknown>>,
    ): void
    GetKeyboardMapping(first: number, count: number, callback: Callback<number[][]>): void
    ChangeKeyboardMapping(first: number, perKeycode: number, keysyms: readonly number[]): void
    GrabKey(
      window: number,
      ownerEvents: number,
      modifiers: number,
      keycode: number,
      pointerMode: number,
      keyboardMode: number,
      callback: Callback<unknown>,
    ): void
    UngrabKey(window: number, keycode: number, modifiers: number): void
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      callback: Callback<{ readonly depth: number; readonly data: Buffer }>,
    ): void
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth: number,
      depth: number,
      kind: number,
      visual: number,
      values: Readonly<Record<string, number>>,
    ): void
    ChangeWindowAttributes(window: number, values: Readonly<Record<string, number>>): void
    ConfigureWindow(window: number, values: Readonly<Record<string, number>>): void
    DestroyWindow(window: number): void
    MapWindow(window: number): void
    UnmapWindow(window: number): void
    RaiseWindow(window: number): void
    CreateColormap(id: number, window: number, visual: number, allocate: number): void
    FreeColormap(id: number): void
    CreateGC(id: number, drawable: number, values: Readonly<Record<string, number>>): void
    FreeGC(id: number): void
    PutImage(
      format: number,
      drawable: number,
      graphics: number,
      width: number,
      height: number,
      x: number,
      y: number,
      leftPad: number,
      depth: number,
      data: Buffer,
    ): void
  }

  const x11: {
    createClient(
      options: ClientOptions,
      callback: (error: Error | undefined, display: Display) => void,
    ): Client
  }
  export default x11
}
