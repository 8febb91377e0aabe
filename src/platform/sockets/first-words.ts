import type { Socket } from 'node:net'

const PATIENCE_MS = 10_000

/**
 * Whether the other side writes something, soon. Windows lets anyone on the machine open a pipe to read from it, and only its
 * owner write to it: whoever has written may hear what is sent. What was written is still there to be read.
 */
export function writesFirst(socket: Socket, stopping: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const patience = setTimeout(() => resolve(false), PATIENCE_MS)
  const onReadable = () => {
    if (socket.readableLength > 0) resolve(true)
  }
  const onEnd = () => resolve(false)
  stopping.addEventListener('abort', onEnd)
  socket.on('readable', onReadable).once('error', onEnd).once('close', onEnd).once('end', onEnd)
  return promise.finally(() => {
    clearTimeout(patience)
    stopping.removeEventListener('abort', onEnd)
    socket.off('readable', onReadable).off('error', onEnd).off('close', onEnd).off('end', onEnd)
  })
}
