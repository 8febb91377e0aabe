import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'
import { exitCode } from '../exit-codes.ts'
import { LABEL, launchdPlist } from './launchd-plist.ts'
import { runProgram } from './run-program.ts'
import type { Supervisor } from './supervisor.ts'

/** As long as launchd lets the service end by itself, and a little more. */
const MAX_END_MS = 35_000

/** The launchd of the user's own session. */
export function launchd(launchctl: string, environment: NodeJS.ProcessEnv): Supervisor {
  const path = join(environment['HOME'] || homedir(), 'Library', 'LaunchAgents', `${LABEL}.plist`)
  const session = `gui/${process.getuid?.() ?? 0}`
  const target = `${session}/${LABEL}`
  const tell = (...words: string[]) => runProgram(launchctl, words, environment)
  const insist = async (...words: string[]): Promise<void> => {
    const { code, complaint } = await tell(...words)
    if (code !== 0)
      throw new CommandError(
        `launchd refused "launchctl ${words.join(' ')}": ${complaint.replace(/\.$/, '')}.`,
        exitCode.failed,
      )
  }
  const isLoaded = async () => (await tell('print', target)).code === 0
  /** It comes back while the service still ends, and the next one is refused until it has. */
  const unload = async (): Promise<void> => {
    await insist('bootout', target)
    const deadline = performance.now() + MAX_END_MS
    while ((await isLoaded()) && performance.now() < deadline) await sleep(200)
  }
  return {
    name: 'launchd',
    path,
    advice: 'It runs while you are logged in.',
    contentFor: launchdPlist,
    async state() {
      // It answers with a failure when it does not know the service.
      const { code, output } = await tell('print', target)
      return { isEnabled: code === 0, isRunning: code === 0 && /^\s*state = running$/m.test(output) }
    },
    async takeUp({ hasChanged }) {
      // One that is loaded keeps what it has read, so it goes before the new one comes.
      if (hasChanged && (await isLoaded())) await unload()
      if (!(await isLoaded())) await insist('bootstrap', session, path)
      await insist('kickstart', target)
    },
    async drop(removeFile) {
      if (await isLoaded()) await unload()
      await removeFile()
    },
  }
}
