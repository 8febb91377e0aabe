import { pino, type Logger, type StreamEntry } from 'pino'
import { missingCode } from '../files/replaced-program.ts'
import { LogFile } from './log-file.ts'

export interface LoggerOptions {
  readonly level: string
  /** Where the log is kept; left out in tests and scripts. */
  readonly file?: string
  /** A person is watching: lines to read instead of JSON. */
  readonly pretty: boolean
  readonly output: NodeJS.WritableStream | null
  /** Takes the secrets of the moment out of a line. */
  readonly scrub: (line: string) => string
}

/** Members that must not be written whatever they hold; values are scrubbed besides. */
const REDACTED = ['authorization', 'token', 'password', 'api_key', 'headers.authorization', 'headers.cookie']

export async function createLogger({ level, file, pretty, output, scrub }: LoggerOptions): Promise<Logger> {
  const streams: StreamEntry[] = []
  const streamLevel = level as StreamEntry['level'] & string
  if (output) streams.push({ level: streamLevel, stream: pretty ? await prettyStream(output) : output })
  if (file) streams.push({ level: streamLevel, stream: new LogFile(file) })
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED, censor: '[redacted]' },
      hooks: { streamWrite: scrub },
      // What can't be loaded because the program is gone is said in its sentence; the stack would only lead to Node's loader.
      serializers: { err: toldError },
    },
    pino.multistream(streams),
  )
}

function toldError(error: Error): unknown {
  const isUnloadable = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
  const gone = isUnloadable ? missingCode(error) : undefined
  return gone ? { type: gone.name, message: gone.message } : pino.stdSerializers.err(error)
}

async function prettyStream(destination: NodeJS.WritableStream) {
  const { default: pinoPretty } = await import('pino-pretty')
  return pinoPretty({
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,reqId',
    destination,
    sync: true,
  })
}
