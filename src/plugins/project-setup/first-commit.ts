import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CHILD_MARK } from '../../platform/processes/own-children.ts'

const run = promisify(execFile)
const GIT_MS = 30_000
/** A key that wants a passphrase, a hook of another project or a program to watch files has no place in a first commit. */
const RUNS_NOTHING = ['commit.gpgsign=false', 'core.hooksPath=/dev/null', 'core.fsmonitor=false'].flatMap(
  (setting) => ['-c', setting],
)

export interface Committer {
  readonly name: string
  readonly email: string
}

/** Makes the folder a repository with everything in it committed. False where there is no git. */
export async function firstCommit(
  folder: string,
  { committer, home, signal }: { committer: Committer | undefined; home: string; signal: AbortSignal },
): Promise<boolean> {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_TERMINAL_PROMPT: '0',
    [CHILD_MARK]: '1',
  }
  const git = (...args: string[]) =>
    run('git', [...RUNS_NOTHING, '-C', folder, ...args], { env, signal, timeout: GIT_MS, windowsHide: true })
  try {
    await git('init', '--quiet', '--template=', '--initial-branch=main')
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false
    throw error
  }
  await git('add', '--all')
  await git(...(await identity(git, committer)), 'commit', '--quiet', '--message', 'Begin')
  return true
}

/** The one that git knows comes first; without any, git would refuse to commit. */
async function identity(
  git: (...args: string[]) => Promise<unknown>,
  committer: Committer | undefined,
): Promise<string[]> {
  const known = await git('config', 'user.email').then(
    () => true,
    () => false,
  )
  if (known) return []
  const { name, email } = committer ?? { name: 'Deskhand', email: 'deskhand@localhost' }
  return ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
}
