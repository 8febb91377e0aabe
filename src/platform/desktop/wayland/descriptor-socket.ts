import { closeSync } from 'node:fs'
import { Socket, connect, type SocketConstructorOpts } from 'node:net'

/** A connection that may carry file descriptors to the other side; never back: Node aborts when one arrives. */
export interface DescriptorSocket {
  readonly socket: Socket
  /** null where this Node cannot send descriptors. The descriptor is closed here, whatever comes of it. */
  readonly sendWithDescriptor: ((bytes: Buffer, descriptor: number) => Promise<void>) | null
}

export interface DescriptorSocketOptions {
  /** False to go without descriptors even where they could be sent. */
  readonly descriptors?: boolean | undefined
}

/** Still connecting when it is returned, as `net.connect` has it. */
export function connectWithDescriptors(
  path: string,
  { descriptors = true }: DescriptorSocketOptions,
): DescriptorSocket {
  const bindings = descriptors ? loadBindings() : null
  if (!bindings) return { socket: connect(path), sendWithDescriptor: null }
  const handle = new bindings.Pipe(bindings.IPC)
  // Paused, for a socket over a handle that is not connected yet must not read.
  const options = { handle, pauseOnCreate: true, readable: true, writable: true }
  const socket = new Socket(options as unknown as SocketConstructorOpts)
  const request = new bindings.PipeConnectWrap()
  request.oncomplete = (status) => {
    if (status === 0) {
      socket.resume()
      socket.emit('connect')
    } else socket.destroy(new Error(`connecting failed (${status})`))
  }
  const refused = handle.connect(request, path)
  if (refused) queueMicrotask(() => socket.destroy(new Error(`connecting failed (${refused})`)))
  return {
    socket,
    sendWithDescriptor: (bytes, descriptor) => send(bindings, handle, { bytes, descriptor }),
  }
}

function send(
  { Pipe, SOCKET, WriteWrap }: Bindings,
  handle: PipeHandle,
  { bytes, descriptor }: { readonly bytes: Buffer; readonly descriptor: number },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const carrier = new Pipe(SOCKET)
  if (carrier.open(descriptor) !== 0) {
    closeSync(descriptor)
    reject(new Error("can't send the descriptor"))
    return promise
  }
  const request = new WriteWrap()
  const finish = (status: number) => {
    carrier.close()
    if (status === 0) resolve()
    else reject(new Error(`sending a descriptor failed (${status})`))
  }
  request.handle = handle
  request.oncomplete = finish
  const refused = handle.writeBuffer(request, bytes, carrier)
  if (refused !== 0) finish(refused)
  return promise
}

interface PipeHandle {
  connect(request: Completed, path: string): number
  open(descriptor: number): number
  writeBuffer(request: Completed, bytes: Buffer, carried: PipeHandle): number
  close(): void
}

interface Completed {
  handle?: PipeHandle
  oncomplete?: (status: number) => void
}

interface Bindings {
  readonly Pipe: new (kind: number) => PipeHandle
  readonly PipeConnectWrap: new () => Completed
  readonly WriteWrap: new () => Completed
  readonly IPC: number
  readonly SOCKET: number
}

/**
 * Node has no public way to send a descriptor over a socket; its own modules do it with these. They are missing under
 * `--permission` and may go one day: null then.
 */
function loadBindings(): Bindings | null {
  try {
    const { binding } = process as unknown as { binding: (name: string) => Record<string, unknown> }
    const pipe = binding('pipe_wrap')
    const stream = binding('stream_wrap')
    const kinds = pipe['constants'] as { IPC: number; SOCKET: number }
    if (!pipe['Pipe'] || !pipe['PipeConnectWrap'] || !stream['WriteWrap']) return null
    return { ...pipe, ...stream, ...kinds } as unknown as Bindings
  } catch {
    return null
  }
}
