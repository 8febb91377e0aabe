import { once } from 'node:events'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { CappedOutput } from '../../../platform/terminal-commands/capped-output.ts'
import type { Launcher } from '../../../platform/sandbox/launcher.ts'

export interface WantedCommit {
  readonly url: URL
  /** The full id: what it names never changes. */
  readonly commit: string
  readonly folder: string | undefined
  /** An empty folder of ours. */
  readonly temporary: string
}

export interface GitDeps {
  readonly launcher: Pick<Launcher, 'start'>
  /** For git, beside what every program gets. */
  readonly gitVariables?: Readonly<Record<string, string>>
}

const GIT_MS = 120_000
const MAX_BLOCKS = 400_000

/**
 * Nothing is checked out, so that no filter, hook or link of the repository is ever followed; git itself checks that the
 * commit is the one that was named.
 */
const SCRIPT = `
ulimit -f ${MAX_BLOCKS}
git init -q --bare repository &&
git -C repository -c protocol.allow=never -c protocol.https.allow=always -c http.followRedirects=initial \\
  fetch -q --depth 1 --no-tags --no-recurse-submodules -- "$1" "$2" &&
if [ -n "$3" ]
then git -C repository archive --format=zip -o ../skill.zip "$2" -- "$3"
else git -C repository archive --format=zip -o ../skill.zip "$2"
fi`

/** Fetches one commit of a repository, in the sandbox and by way of the guarded network; answers with it as an archive. */
export async function fetchCommit(
  { url, commit, folder, temporary }: WantedCommit,
  { launcher, gitVariables }: GitDeps,
  signal: AbortSignal,
): Promise<string> {
  const child = await launcher.start({
    rights: 'work',
    words: ['/bin/sh', '-c', SCRIPT, 'sh', url.href, commit, inRepository(folder)],
    folder: temporary,
    isFolderGranted: true,
    variables: {
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...gitVariables,
    },
  })
  const output = new CappedOutput(8 * 1024)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.add(chunk))
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(end, GIT_MS)
  signal.addEventListener('abort', end, { once: true })
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    signal.throwIfAborted()
    if (code === 0) return join(temporary, 'skill.zip')
    const [reason = ''] = output.read().output.trim().split('\n').slice(-1)
    throw new AppError(
      'unavailable',
      code === null
        ? `${url.host} took too long.`
        : `git couldn't fetch that commit from ${url.host}: ${visibleText(reason)}`,
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

function inRepository(folder: string | undefined): string {
  const path = folder?.replaceAll(/^(?:\.?\/)+|\/+$/g, '') ?? ''
  if (path.split('/').includes('..'))
    throw new AppError('invalid_request', 'The folder must be inside the repository.')
  return path
}
