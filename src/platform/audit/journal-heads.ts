import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { sha256 } from './audit-line.ts'
import type { HeadPlace, StoredHead } from './audit-heads.ts'

const run = promisify(execFile)

const SOCKET = '/run/systemd/journal/stdout'
const ANSWER_MS = 5_000

export interface JournalOptions {
  /** The data folder: a machine may have several. */
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  /** Where systemd's journal listens; it is not looked for where that is not. */
  readonly socket?: string
}

/** The system journal, which a user can add to and cannot change; undefined where there is none. */
export function journalHeads({
  folder,
  environment,
  socket = SOCKET,
}: JournalOptions): HeadPlace | undefined {
  if (process.platform !== 'linux' || !existsSync(socket)) return undefined
  const identifier = `deskhand-audit-${sha256(folder).slice(0, 12)}`
  const options = { env: { PATH: environment['PATH'] }, timeout: ANSWER_MS, maxBuffer: 16 * 1024 * 1024 }
  return {
    name: 'the system journal',
    gapMs: 1_000,
    async read(most) {
      const user = `_UID=${process.getuid!()}`
      const words = ['--quiet', '--no-pager', '--output=cat', `--lines=${most}`, user]
      const { stdout } = await run('journalctl', [...words, `SYSLOG_IDENTIFIER=${identifier}`], options)
      return stdout.split('\n').flatMap(headIn)
    },
    async write({ seq, hash, at }) {
      const written = run('systemd-cat', ['--identifier', identifier, '--priority', 'info'], options)
      const { stdin } = written.child
      // A program that ends before it has read everything is told of by its exit.
      stdin!.on('error', () => {})
      stdin!.end(`seq=${seq} hash=${hash} at=${at}\n`)
      await written
    },
  }
}

function headIn(line: string): StoredHead[] {
  const found = /^seq=(\d{1,15}) hash=([0-9a-f]{64}) at=(\S+)$/.exec(line.trim())
  return found ? [{ seq: Number(found[1]), hash: found[2]!, at: found[3]! }] : []
}
