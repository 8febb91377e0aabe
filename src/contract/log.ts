/** The part of a logger that code may ask for. A line of the log is data: fields first, then one sentence. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** For code that runs without a service around it: tests, scripts, the command line. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
