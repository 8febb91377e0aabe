import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WaylandAddress } from './connection.ts'
import { failure, runTool, toolEnvironment } from './tools.ts'

/** What the person had in there; `other` cannot be kept. */
export type ClipboardContent =
  | { readonly kind: 'empty' }
  | { readonly kind: 'other' }
  | { readonly kind: 'text' | 'image'; readonly type: string; readonly bytes: Buffer }

export type Selection = 'clipboard' | 'primary'

/** A text that waits to be fetched. */
export interface Offer {
  /** How much its program has worked so far: more than before means that somebody has fetched the text. */
  work(): Promise<number>
  /** Whether it is still what is in there: else somebody has copied something since. */
  isThere(): Promise<boolean>
  withdraw(): void
}

const TOOL_MS = 5_000
const OFFERED_WITHIN_MS = 5_000
const POLL_MS = 20
const MAX_BYTES = 8 * 1024 * 1024
const textTypes = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain', 'STRING', 'TEXT']

/** The clipboards, through the programs of wl-clipboard: Node cannot take the descriptors by which they are read. */
export class Clipboard {
  readonly #address: WaylandAddress
  #offers = 0

  constructor(address: WaylandAddress) {
    this.#address = address
  }

  async read(selection: Selection, signal?: AbortSignal): Promise<ClipboardContent> {
    const types = await this.#types(selection, signal)
    if (types.length === 0) return { kind: 'empty' }
    const text = textTypes.find((type) => types.includes(type))
    const type = text ?? (types.includes('image/png') ? 'image/png' : undefined)
    if (type === undefined) return { kind: 'other' }
    const { status, bytes } = await this.#paste(selection, ['--no-newline', '--type', type], signal)
    if (status !== 0 || bytes.length > MAX_BYTES) return { kind: 'other' }
    return { kind: text === undefined ? 'image' : 'text', type, bytes }
  }

  /** Comes back when the compositor has it. */
  async offer(selection: Selection, text: string, signal?: AbortSignal): Promise<Offer> {
    // A type that nobody else offers tells that it is this text without fetching it.
    const mark = `text/plain;deskhand=${process.pid}-${++this.#offers}`
    const child = this.#copy(selection, ['--foreground', '--type', mark], Buffer.from(text))
    const isThere = async (asking?: AbortSignal) => (await this.#types(selection, asking)).includes(mark)
    try {
      await once(child, 'spawn')
      const until = performance.now() + OFFERED_WITHIN_MS
      while (!(await isThere(signal))) {
        if (performance.now() > until || hasEnded(child)) throw new Error('the text was not offered')
        await sleep(POLL_MS, undefined, { signal })
      }
    } catch (error) {
      child.kill('SIGKILL')
      signal?.throwIfAborted()
      throw failure('wl-copy', error)
    }
    return {
      work: () => workOf(child.pid!),
      isThere: () => isThere(),
      withdraw: () => void child.kill('SIGTERM'),
    }
  }

  async restore(selection: Selection, content: ClipboardContent): Promise<void> {
    if (content.kind === 'other') return
    if (content.kind === 'empty') {
      const words = [...wordsFor(selection), '--clear']
      await runTool('wl-copy', words, { address: this.#address, withinMs: TOOL_MS })
      return
    }
    // It stays behind to answer for the content until somebody copies something else, as it does for every terminal.
    const type = content.kind === 'text' ? textTypes[0]! : content.type
    await once(this.#copy(selection, ['--type', type], content.bytes), 'exit')
  }

  async #types(selection: Selection, signal?: AbortSignal): Promise<string[]> {
    const { status, bytes } = await this.#paste(selection, ['--list-types'], signal)
    return status === 0 ? bytes.toString().split('\n').filter(Boolean) : []
  }

  #paste(selection: Selection, words: readonly string[], signal?: AbortSignal): ReturnType<typeof runTool> {
    return runTool('wl-paste', [...wordsFor(selection), ...words], {
      address: this.#address,
      withinMs: TOOL_MS,
      signal,
    })
  }

  #copy(selection: Selection, words: readonly string[], content: Buffer): ChildProcess {
    const child = spawn('wl-copy', [...wordsFor(selection), ...words], {
      env: toolEnvironment(this.#address),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.stdin.on('error', () => {
      // It has ended without reading everything.
    })
    child.stdin.end(content)
    return child
  }
}

/**
 * The memory pages that a program and its ended children had to be given, as /proc counts them. `wl-copy` is asleep
 * unless somebody fetches, and could tell of that only by giving up the clipboard, which makes slow programs lose it.
 */
async function workOf(processId: number): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[7] ?? 0) + Number(fields[8] ?? 0)
}

function wordsFor(selection: Selection): string[] {
  return selection === 'primary' ? ['--primary'] : []
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
