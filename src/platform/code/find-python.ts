import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { isInside } from '../files/links.ts'
import type { Launcher } from '../sandbox/launcher.ts'

/** A Python that works, and what of this machine it needs. */
export interface FoundPython {
  readonly program: string
  /** Folders beside those of the system. */
  readonly read: readonly string[]
  /** Where the person's own packages are. */
  readonly packages: string
}

/** As lines, for a path can hold anything else. */
const QUESTION = `
import os, site, sys
for path in (sys.executable, sys.prefix, sys.base_prefix, site.getusersitepackages()):
    print(path)
`

/**
 * Which Python the person's PATH leads to, asked in the sandbox with all that is on it in sight. So that code then sees the
 * folders of Python alone, and no others of the person's programs.
 */
export async function findPython(
  launcher: Launcher,
  { home, dataFolder }: { readonly home: string; readonly dataFolder: string },
): Promise<FoundPython | undefined> {
  const { path, read } = await launcher.toolchains()
  const child = await launcher.startInScratch({
    words: ['/usr/bin/env', 'python3', '-c', QUESTION],
    read,
    given: [],
    files: {},
    variables: { PATH: path.join(':') || '/usr/local/bin:/usr/bin:/bin', HOME: home },
    onLeft: (way) => way.destroy(),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
  child.stderr!.resume()
  const [said] = await Promise.all([text(child.stdout!), once(child, 'close')]).finally(() =>
    clearTimeout(timer),
  )
  const [program = '', prefix = '', base = '', packages = ''] = said.split('\n')
  if (child.exitCode !== 0 || !program.startsWith('/')) return undefined
  // What the person's PATH shows of a folder is all that is shown: one that holds more than programs stays out of sight.
  const places = [prefix, base].flatMap((place) =>
    read.flatMap((shown) => (isInside(place, shown) ? [place] : isInside(shown, place) ? [shown] : [])),
  )
  const safe = [...new Set([...places, packages])].filter(
    (place) => !isInside(dataFolder, place) && !isInside(home, place),
  )
  return { program, read: safe.filter((place) => place.startsWith('/')), packages }
}
