import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program of a system that is not here: it records what it was given, and answers as it was told to. */
export interface FakeProgram extends AsyncDisposable {
  /** As in PATH, with the program first. */
  readonly searchPath: string
  readonly folder: string
  /** What it was called with last, name not included; undefined when it was not called. */
  args(): Promise<string[] | undefined>
  input(): Promise<string>
  answer(output: string): Promise<void>
  fail(complaint: string): Promise<void>
}

const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
printf '%s\\0' "$@" > "$here/args.part"
[ -t 0 ] || cat > "$here/input"
mv "$here/args.part" "$here/args"
[ -f "$here/complaint" ] && { cat "$here/complaint" >&2; exit 1; }
[ -f "$here/answer" ] && cat "$here/answer"
exit 0
`

export async function fakeProgram(name: string): Promise<FakeProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-fake-'))
  await writeFile(join(folder, name), SCRIPT)
  await chmod(join(folder, name), 0o755)
  return {
    folder,
    searchPath: `${folder}:/usr/bin:/bin`,
    async args() {
      const written = await readFile(join(folder, 'args'), 'utf8').catch(() => undefined)
      return written?.split('\0').slice(0, -1)
    },
    input: () => readFile(join(folder, 'input'), 'utf8'),
    answer: (output) => writeFile(join(folder, 'answer'), output),
    fail: (complaint) => writeFile(join(folder, 'complaint'), complaint),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
