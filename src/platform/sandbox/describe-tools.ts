import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { Cage } from './launch.ts'
import { pluginLimits } from './limits.ts'
import { PluginProcess } from './plugin-process.ts'
import { readDeclarations, type ToolDeclaration } from './tool-declarations.ts'

export interface DescribeOptions {
  readonly agent: string
  readonly cage: Omit<Cage, 'read' | 'write'>
  readonly log: Log
  readonly signal: AbortSignal
  /** Until the module must have said it. */
  readonly loadSeconds?: number | undefined
}

/** Which tools a plugin has. Its module must run to say so, in a process of its own that is granted nothing at all. */
export async function describeTools({
  agent,
  cage,
  log,
  signal,
  loadSeconds = pluginLimits.loadSeconds,
}: DescribeOptions): Promise<ToolDeclaration[]> {
  const process = new PluginProcess({
    agent,
    cage: { ...cage, read: [], write: [] },
    log,
    hostCalls: () =>
      Promise.reject(new AppError('forbidden', "A plugin can't make host calls while loading.")),
  })
  const timeout = AbortSignal.timeout(loadSeconds * 1000)
  try {
    return readDeclarations(await answered(process.describe(AbortSignal.any([signal, timeout]))))
  } catch (error) {
    if (timeout.aborted)
      throw new AppError('conflict', `The plugin didn't list its tools within ${loadSeconds} s.`)
    throw error
  } finally {
    await process.stop()
  }
}

async function answered(description: Promise<unknown>): Promise<unknown> {
  try {
    return await description
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('conflict', `Couldn't load its module: ${error.message}`, { cause: error })
  }
}
