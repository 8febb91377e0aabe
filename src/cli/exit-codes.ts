/** Exit codes that a script can act on (the numbers of sysexits where there is one). */
export const exitCode = {
  ok: 0,
  /** It was tried and did not work. */
  failed: 1,
  /** The command line itself was wrong. */
  usage: 64,
  /** No service is running, or it cannot be reached. */
  notRunning: 69,
  /** Stopped by the user. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]
