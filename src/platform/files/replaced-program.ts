import { statSync } from 'node:fs'
import { AppError } from '../../contract/errors.ts'
import { installFolder, isCheckout, ownProgram } from './own-code.ts'

/**
 * An uninstall or an update takes the files away from under a running service: what it has loaded goes on, and what it has
 * not can't be loaded any more. That is told in words. A checkout is its owner's to change.
 */
const entry = ownProgram('src/program/main.ts')
const before = isCheckout ? undefined : identityOf(entry)

/** What happened to the program since this process started, and what to do; undefined when it is as it was. */
export function reasonToRestart(): string | undefined {
  return before === undefined ? undefined : whatBecameOf(entry, { before, folder: installFolder })
}

/** What is told of an error that nobody expected, when files that are gone explain it. */
export function missingCode(error: unknown): AppError | undefined {
  const reason = reasonToRestart()
  return reason === undefined ? undefined : new AppError('unavailable', reason, { cause: error })
}

export function whatBecameOf(
  file: string,
  { before, folder }: { before: string; folder: string },
): string | undefined {
  const now = identityOf(file)
  if (now === before) return undefined
  return now === undefined
    ? `Deskhand was uninstalled from ${folder} while it runs. Your data is untouched. End it with "kill ${process.pid}", or install it again and then restart it.`
    : `Deskhand was updated in ${folder} while it runs. Restart it: "deskhand stop", then "deskhand start".`
}

export function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}:${found.birthtimeNs}`
}
