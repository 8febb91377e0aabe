import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Short, since the path of a socket may not be long. */
const PREFIX = 'dh-run-'
/** What all files of a run need at once, many times over. */
const ROOM_BYTES = 4 * 2 ** 30

/**
 * Half of the time of most tests was spent waiting for the disk: where it can be done, temporary files are in memory, as
 * they are by default on Fedora and Debian 13. What must survive a power cut is judged by the calls that are made, not by
 * a real disk.
 */
export function setup(): (() => void) | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  removeLeftovers()
  if (process.env['TMPDIR'] !== undefined || freemem() < 2 * ROOM_BYTES) return undefined
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`)
  mkdirSync(folder)
  // A container may not mount anything even as root; then they are where they always were.
  if (!mount('-t', 'tmpfs', '-o', `size=${ROOM_BYTES},mode=1777`, 'deskhand-tests', folder)) {
    rmdirSync(folder)
    return undefined
  }
  process.env['TMPDIR'] = folder
  return () => {
    delete process.env['TMPDIR']
    remove(folder)
  }
}

/** Of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX)))
    if (!existsSync(`/proc/${name.slice(PREFIX.length)}`)) remove(join(tmpdir(), name))
}

function remove(folder: string): void {
  // A program that a test has left behind may still have a file open: it keeps it, and nobody else sees it. What it writes
  // after that lands beside it.
  spawnSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function mount(...words: string[]): boolean {
  return spawnSync('mount', words).status === 0
}
