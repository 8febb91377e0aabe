import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Ran {
  /** What was written to both outputs, as it came. */
  readonly output: string
  /** Each command that failed. */
  readonly failed: readonly string[]
}

interface ShellOptions {
  readonly home: string
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
}

const MARK = '\u001e'

/** A shell that a reader types into: variables, the folder and programs in the background stay from block to block. */
export class ShellSession implements AsyncDisposable {
  readonly #shell: ChildProcessWithoutNullStreams
  readonly #folder: string
  #output = ''
  #count = 0
  #onOutput = () => {}

  /** It begins in `home`; what it writes itself is in `folder`. */
  constructor({ home, folder, environment }: ShellOptions) {
    this.#folder = folder
    this.#shell = spawn('bash', ['--noprofile', '--norc'], { cwd: home, env: environment, detached: true })
    this.#shell.stdout.setEncoding('utf8').on('data', this.#take)
    this.#shell.stderr.setEncoding('utf8').on('data', this.#take)
    this.#shell.on('exit', () => this.#onOutput())
    this.#shell.stdin.write(
      `set -E -o pipefail; trap 'printf "${MARK}failed %s${MARK}\\n" "$BASH_COMMAND"' ERR\n`,
    )
  }

  readonly #take = (piece: string): void => {
    this.#output += piece
    this.#onOutput()
  }

  async run(commands: string): Promise<Ran> {
    this.#count += 1
    const file = join(this.#folder, `block-${this.#count}.sh`)
    await writeFile(file, `${commands}\n`)
    this.#output = ''
    const end = `${MARK}end ${this.#count}${MARK}`
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#onOutput = () => {
      if (this.#output.includes(end)) resolve()
      else if (this.#shell.exitCode !== null) reject(new Error(`The shell ended:\n${this.#output}`))
    }
    this.#shell.stdin.write(`. ${JSON.stringify(file)} < /dev/null; printf '%s\\n' "${end}"\n`)
    await promise
    const failed = [...this.#output.matchAll(new RegExp(`${MARK}failed ([^${MARK}]*)${MARK}`, 'g'))]
    const output = this.#output
      .slice(0, this.#output.indexOf(end))
      .replaceAll(new RegExp(`${MARK}failed [^${MARK}]*${MARK}\n?`, 'g'), '')
    // The file itself fails with the last command in it.
    return { output, failed: failed.map(([, command]) => command!).filter((one) => !one.startsWith('. "')) }
  }

  /** The same in a terminal, where each question is answered with these words. */
  async runInTerminal(commands: string, words: string): Promise<Ran> {
    const [file, typist, status] = ['terminal.sh', 'typist', 'status'].map((name) => join(this.#folder, name))
    // Whoever types stays until the commands have ended, and no longer: `script` waits for both.
    await writeFile(file!, `(set -e\n${commands}\n)\necho $? > ${status}\nkill $(cat ${typist})\n`)
    const answers = `${JSON.stringify(words)} ${JSON.stringify(words)}`
    const typed = `echo $BASHPID > ${typist}; printf '%s\\n' ${answers}; exec sleep infinity`
    const inTerminal = `script -qfc 'bash ${file}' /dev/null < <(${typed})`
    return this.run(`${inTerminal} || true\n(exit $(cat ${status}))`)
  }

  /** Ends whatever was started in it, too. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { pid, exitCode } = this.#shell
    if (pid === undefined || exitCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#shell.once('exit', () => resolve())
    process.kill(-pid, 'SIGKILL')
    await promise
  }
}
