import { connect, type Socket } from 'node:net'

const CONNECT_MS = 5_000

/** An open socket that has told who we are: the bus believes the kernel about it. */
export async function openSocket(path: string): Promise<Socket> {
  const socket = connect(path)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('the bus did not answer')), CONNECT_MS)
  let answer = ''
  const onData = (bytes: Buffer) => {
    answer += bytes.toString('latin1')
    if (!answer.includes('\r\n')) return
    if (answer.startsWith('OK')) resolve()
    else reject(new Error(`the bus refused us: ${answer.trim()}`))
  }
  socket.once('error', reject)
  socket.once('close', () => reject(new Error('the bus closed the connection')))
  socket.on('data', onData)
  socket.once('connect', () => {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  })
  try {
    await promise
    socket.write('BEGIN\r\n')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
    socket.removeAllListeners()
    socket.on('error', () => {
      // Somebody who uses the socket listens for himself.
    })
  }
}
