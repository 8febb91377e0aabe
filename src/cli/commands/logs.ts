import { open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf } from '../running-service.ts'
import { printable } from '../terminal/text-width.ts'
import type { Terminal } from '../terminal/terminal.ts'

const TAIL_BYTES = 1024 * 1024
const LEVELS: Readonly<Record<number, readonly [string, 'gray' | 'green' | 'yellow' | 'red']>> = {
  20: ['debug', 'gray'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
}

export async function run(call: CommandCall): Promise<number> {
  const { log } = folderOf(call)
  const count = Number(call.flags['lines'] ?? 50)
  if (!Number.isInteger(count) || count < 0)
    throw new CommandError('--lines takes a whole number.', exitCode.usage)
  let position = await printEnd(log, count, call.terminal)
  while (call.flags['follow'] === true) {
    await sleep(300)
    position = await printFrom(log, position, call.terminal)
  }
  return exitCode.ok
}

async function printEnd(path: string, count: number, terminal: Terminal): Promise<number> {
  const size = await sizeOf(path)
  if (size === undefined) throw new CommandError(`No log yet at ${path}.`, exitCode.failed)
  const from = Math.max(0, size - TAIL_BYTES)
  const text = await readRange(path, from, size)
  // Where reading began in the middle of the file, it began in the middle of a line.
  const lines = text.split('\n').slice(from === 0 ? 0 : 1)
  for (const line of count === 0 ? [] : lines.filter(Boolean).slice(-count))
    terminal.print(drawn(line, terminal))
  return size
}

async function printFrom(path: string, position: number, terminal: Terminal): Promise<number> {
  const size = (await sizeOf(path)) ?? 0
  // A smaller file is a new one: the old was rotated away.
  const from = size < position ? 0 : position
  const text = await readRange(path, from, size)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const line of whole.split('\n').filter(Boolean)) terminal.print(drawn(line, terminal))
  return from + Buffer.byteLength(whole)
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}

async function readRange(path: string, from: number, to: number): Promise<string> {
  if (to <= from) return ''
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(to - from), position: from })
  return buffer.subarray(0, bytesRead).toString('utf8')
}

interface LogLine {
  readonly time: string
  readonly level: number
  readonly msg?: string
  readonly err?: { readonly stack?: string }
}

function drawn(line: string, terminal: Terminal): string {
  if (terminal.json) return line
  try {
    const { time, level, msg = '', err, ...fields } = JSON.parse(line) as LogLine
    const [name, colour] = LEVELS[level] ?? ['log', 'gray']
    const rest = Object.keys(fields).length > 0 ? terminal.style('gray', ` ${JSON.stringify(fields)}`) : ''
    const stack = err?.stack?.split('\n').map((each) => `\n    ${printable(each.trim())}`) ?? []
    const first = `${terminal.style('gray', time)} ${terminal.style(colour, name.padEnd(5))} ${printable(msg)}${rest}`
    return first + stack.join('')
  } catch {
    return printable(line)
  }
}
