import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { startConfined } from './confined-process.ts'
import { hasSeccompProgram } from './seccomp.ts'
import type { Sandbox } from './sandbox.ts'

/** What programs can be shut into on this machine; found out by trying. */
export type SandboxState =
  | { readonly works: true; readonly sandbox: Sandbox }
  | {
      readonly works: false
      /** A part of a sentence: "bubblewrap is not installed". */
      readonly reason: string
      /** A sentence that says how to get it. */
      readonly remedy: string
    }

/** A fixed list: a program that stands in for the sandbox must not be found by way of PATH. */
const PROGRAMS = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap']
const INSTALL = 'Install bubblewrap (on Debian and Ubuntu "apt install bubblewrap") and restart Deskhand.'
const PERMIT =
  'Allow bubblewrap to create user namespaces and restart Deskhand. On Ubuntu 24.04 and later it needs an AppArmor profile with the rule "userns,"; in Docker start the container with --security-opt seccomp=unconfined, apparmor=unconfined and systempaths=unconfined.'

/** Starts the whole of it once, filter included: where bubblewrap is installed it may still be forbidden. */
export async function findSandbox(programs: readonly string[] = PROGRAMS): Promise<SandboxState> {
  if (process.platform !== 'linux')
    return {
      works: false,
      reason: 'the sandbox only works on Linux',
      remedy: 'Run Deskhand on Linux to isolate programs from the rest of the machine.',
    }
  if (!hasSeccompProgram())
    return {
      works: false,
      reason: `the sandbox doesn't support ${process.arch} processors`,
      remedy: 'Run Deskhand on an x64 or arm64 machine.',
    }
  const program = await firstExecutable(programs)
  if (program === undefined) return { works: false, reason: 'bubblewrap is not installed', remedy: INSTALL }
  try {
    const limitsMemoryFolders = await isAtLeast07(program)
    const sandbox = { program, libraries: sharedLibraries(), limitsMemoryFolders }
    return { works: true, sandbox: { ...sandbox, nodeKilobytes: await tryOnce(sandbox) } }
  } catch (error) {
    return { works: false, reason: `bubblewrap doesn't work here (${lineOf(error)})`, remedy: PERMIT }
  }
}

let found: Promise<SandboxState> | undefined

/** The same, found out once for this process. */
export function sandboxHere(): Promise<SandboxState> {
  return (found ??= findSandbox())
}

/** One sentence or two for a person: what is protected here, or why not and what to do. */
export function describeSandbox(state: SandboxState): string {
  if (state.works)
    return 'Commands, MCP servers, plugins and document readers run in a sandbox (bubblewrap and seccomp).'
  return `No sandbox, because ${state.reason}: plugins don't load, and nothing a model starts runs without asking. ${state.remedy}`
}

/** Runs Node inside, and has it say how much memory it takes. */
async function tryOnce(sandbox: Pick<Sandbox, 'program' | 'libraries'>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const bind = [...sandbox.libraries, process.execPath].flatMap((path) => ['--ro-bind', path, path])
  const script = "process.stdout.write(require('node:fs').readFileSync('/proc/self/status', 'utf8'))"
  const child = startConfined(sandbox, {
    mounts: [...bind, '--proc', '/proc', '--dev', '/dev'],
    command: [process.execPath, '-e', script],
    environment: {},
    stdin: 'ignore',
  })
  let said = ''
  let status = ''
  child.stderr!.on('data', (bytes: Buffer) => (said += bytes.toString()))
  child.stdout!.on('data', (bytes: Buffer) => (status += bytes.toString()))
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.on('error', reject)
  child.on('close', (code) => {
    clearTimeout(timer)
    const kilobytes = Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1])
    if (code === 0 && kilobytes > 0) resolve(kilobytes)
    else reject(new Error(said.trim() || `it ended with ${code}`))
  })
  return promise
}

async function isAtLeast07(program: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(program, ['--version'], { env: {}, timeout: 10_000 })
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(major) > 0 || Number(minor) >= 7
}

function sharedLibraries(): string[] {
  // Without this the report looks up the name of every peer this process talks to.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { sharedObjects } = report.getReport() as { sharedObjects: string[] }
  return sharedObjects.filter((path) => path.startsWith('/') && !path.endsWith('.node'))
}

function lineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0]!.trim()
}

async function firstExecutable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    try {
      await access(path, constants.X_OK)
      return path
    } catch {
      // The next one may be there.
    }
  }
  return undefined
}
