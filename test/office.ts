import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Office {
  readonly process: ChildProcess
  readonly folder: string
}

let running: Promise<Office> | undefined

/**
 * Files as LibreOffice saves them in another format. Starting it takes far longer than a conversion, so that it stays
 * open: a second start with the same profile hands its files over to the first, and ends when they are written.
 */
export async function convertByOffice(
  paths: readonly string[],
  { to, folder }: { to: string; folder: string },
): Promise<string[]> {
  running ??= openOffice()
  const { folder: home } = await running
  const args = [...settingsOf(home), '--convert-to', to, '--outdir', folder, ...paths]
  const { stderr } = await run('soffice', args, { timeout: 240_000 })
  const converted = paths.map((path) => join(folder, `${basename(path, extname(path))}.${to}`))
  for (const path of converted)
    await access(path).catch(() => {
      throw new Error(`LibreOffice did not write ${path}. ${stderr}`)
    })
  return converted
}

/** Ends the LibreOffice of this file of tests, if one was needed. */
export async function closeOffice(): Promise<void> {
  const office = await running
  running = undefined
  if (!office) return
  const ended = once(office.process, 'exit')
  if (endNow(office.process)) await ended
  await rm(office.folder, { recursive: true, force: true, maxRetries: 5 })
}

/** It is ready when the document that keeps it open is: LibreOffice then puts a lock file beside that document. */
async function openOffice(): Promise<Office> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'))
  const document = join(folder, 'kept-open.txt')
  await writeFile(document, 'This document keeps LibreOffice open.')
  const stop = new AbortController()
  const changes = watch(folder, { signal: stop.signal })
  // Its launcher starts the program itself as a child: a group of their own, so that both can be ended.
  const office = spawn('soffice', [...settingsOf(folder), '--norestore', document], {
    detached: true,
    stdio: 'ignore',
  })
  const onExit = () => endNow(office)
  process.once('exit', onExit)
  office.once('exit', () => {
    process.off('exit', onExit)
    stop.abort(new Error('LibreOffice ended before it was ready.'))
  })
  office.once('error', (error) => stop.abort(error))
  try {
    for await (const { filename } of changes) if (filename?.startsWith('.~lock.')) break
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  }
  return { process: office, folder }
}

function settingsOf(home: string): string[] {
  return ['--headless', `-env:UserInstallation=file://${join(home, 'profile')}`]
}

function endNow({ pid, exitCode, signalCode }: ChildProcess): boolean {
  if (pid === undefined || exitCode !== null || signalCode !== null) return false
  process.kill(-pid, 'SIGKILL')
  return true
}
