import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'

const run = promisify(execFile)

/** Skips a test in sight of everybody when a program is missing on this machine; on the build machine that is a failure. */
export function needsPrograms(context: TestContext, ...programs: readonly string[]): void {
  for (const program of programs) if (!isInstalled(program)) missing(context, program)
}

/** The Python that has a module; skips like the above where none does. */
export async function needsPythonWith(context: TestContext, module: string): Promise<string> {
  return (await pythonWith(module)) ?? missing(context, `the Python module ${module}`)
}

const pythons = new Map<string, Promise<string | undefined>>()

/** Packages of the system belong to the system's own Python, which need not be the first one on the path. */
export function pythonWith(module: string): Promise<string | undefined> {
  const known = pythons.get(module) ?? findPython(module)
  pythons.set(module, known)
  return known
}

async function findPython(module: string): Promise<string | undefined> {
  for (const python of ['/usr/bin/python3', 'python3']) {
    const found = await run(python, ['-c', `import ${module}`]).catch(() => undefined)
    if (found) return python
  }
  return undefined
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function missing(context: TestContext, what: string): never {
  if (process.env['CI']) throw new Error(`${what} is not installed on the build machine.`)
  return context.skip(`${what} is not installed`)
}
