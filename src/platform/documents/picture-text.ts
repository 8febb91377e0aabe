import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { namedPath } from '../files/held.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import { startConfined } from '../sandbox/confined-process.ts'
import { sandboxHere } from '../sandbox/find-sandbox.ts'
import { findToolchains } from '../sandbox/toolchains.ts'
import { systemMounts } from '../sandbox/view.ts'
import { watchMemory } from './memory-watch.ts'
import { Places } from './places.ts'
import { endGroup, openInputs, privateFolders } from './reader-process.ts'

const maxPixels = 60_000_000
const maxBytes = 1024 * 1024 * 1024
const maxOutputBytes = 8 * 1024 * 1024
const seconds = 60
const maxLanguages = 3

/** Text recognition takes a core for seconds, and this machine has other work to do. */
const places = new Places(1)

const pictureTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/tiff',
  'image/bmp',
  'image/webp',
])

export function isReadablePicture(mimeType: string): boolean {
  return pictureTypes.has(mimeType)
}

export interface PictureTextOptions {
  readonly signal: AbortSignal
  /** Folders to look for the program in, as in PATH. */
  readonly searchPath: string
  /** What a person knows the picture as; its name by default. */
  readonly label?: string
  /** Short texts anywhere, as on a screen, instead of the lines of a page. */
  readonly isScattered?: boolean
}

/** The text in a picture, read by tesseract, which is there on some machines and not on others. */
export async function readPictureText(path: string, options: PictureTextOptions): Promise<string> {
  const label = options.label ?? `"${basename(namedPath(path))}"`
  const program = await programOn(options.searchPath, 'tesseract')
  if (program === undefined) {
    throw new AppError(
      'unavailable',
      `Reading the text in ${label} needs tesseract. Install it (on Debian "apt install tesseract-ocr", on macOS "brew install tesseract") and try again.`,
    )
  }
  await assertReasonableSize(path, label)
  await using _ = await places.take(options.signal)
  const languages = await installedLanguages(program, { ...options, label })
  const segmentation = options.isScattered === true ? ['--psm', '11'] : []
  const args = ['stdout', ...languages, ...segmentation]
  const text = await outputOf(program, { picture: path, args, ...options, label })
  return text.replaceAll('\f', '\n').trim()
}

async function programOn(searchPath: string, name: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter).filter((each) => each !== '')) {
    const candidate = join(folder, name)
    try {
      await access(candidate, constants.X_OK)
      return candidate
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

/** A small file can hold a picture of a hundred thousand pixels a side. */
async function assertReasonableSize(path: string, label: string): Promise<void> {
  const { imageSize } = await import('image-size')
  let size: { width: number; height: number }
  try {
    size = imageSize(await readFile(path))
  } catch (error) {
    throw new AppError('invalid_request', `${label} is damaged and can't be read as an image.`, {
      cause: error,
    })
  }
  if (size.width * size.height <= maxPixels) return
  throw new AppError(
    'too_large',
    `${label} has ${size.width} × ${size.height} pixels. Save it in a smaller size first.`,
  )
}

/** All that are installed, for whoever installed German has German documents. */
async function installedLanguages(program: string, options: Omit<Run, 'args'>): Promise<string[]> {
  const listed = await outputOf(program, { ...options, args: ['--list-langs'] }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    throw new AppError(
      'unavailable',
      `Can't read the text in ${options.label}: tesseract fails. Try "tesseract --list-langs" in a terminal to see why.`,
      { cause: error },
    )
  })
  const languages = listed
    .split('\n')
    .filter((line) => /^[a-z]{3}(?:_\w+)?$/i.test(line.trim()) && line.trim() !== 'osd')
  return languages.length === 0 ? [] : ['-l', languages.slice(0, maxLanguages).join('+')]
}

interface Run extends PictureTextOptions {
  /** After the picture, if there is one. */
  readonly args: readonly string[]
  readonly label: string
  readonly picture?: string
}

async function outputOf(program: string, { args, picture, label, signal, searchPath }: Run): Promise<string> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { child, end } = await startProgram(program, {
    args,
    picture,
    environment: { PATH: searchPath, LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1', [CHILD_MARK]: '1' },
    onTooMuchMemory: () =>
      reject(new AppError('too_large', `${label} needs too much memory to read, so reading was stopped.`)),
  })
  const timer = setTimeout(() => {
    reject(
      new AppError(
        'timeout',
        `${label} took longer than ${seconds} seconds to read, so reading was stopped.`,
      ),
    )
  }, seconds * 1000)
  const onAbort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  const chunks: Buffer[] = []
  let bytes = 0
  child.stdout!.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxOutputBytes) chunks.push(chunk)
  })
  child.once('error', reject)
  child.once('close', (code) => {
    if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
    else
      reject(
        new AppError('invalid_request', `Couldn't recognize the text in ${label}. The image may be damaged.`),
      )
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    end()
  }
}

interface ProgramStart {
  readonly args: readonly string[]
  readonly picture: string | undefined
  readonly environment: Readonly<Record<string, string>>
  readonly onTooMuchMemory: () => void
}

/** In the sandbox, with the picture and the programs of this machine, and nothing else; as it is where there is none. */
async function startProgram(
  program: string,
  { args, picture, environment, onTooMuchMemory }: ProgramStart,
): Promise<{ child: ChildProcess; end: () => void }> {
  const state = await sandboxHere()
  if (!state.works) {
    const words = [...(picture === undefined ? [] : [picture]), ...args]
    const child = spawn(program, words, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
    const stopWatching = watchMemory(child.pid, { maxBytes, onExceeded: onTooMuchMemory })
    const end = () => {
      stopWatching()
      child.kill('SIGKILL')
    }
    return { child, end }
  }
  await using inputs = await openInputs(picture === undefined ? [] : [picture])
  const { read } = await findToolchains(dirname(program), homedir())
  const child = startConfined(state.sandbox, {
    mounts: [
      ...systemMounts(),
      ...privateFolders,
      ...read.flatMap((path) => ['--ro-bind-try', path, path]),
      '--chdir',
      '/',
    ],
    command: [program, ...inputs.all.map(({ path }) => path), ...args],
    environment,
    limits: `ulimit -c 0; ulimit -t ${2 * seconds}; ulimit -d ${maxBytes / 1024}`,
    stdin: 'ignore',
    inputs: inputs.all,
  })
  child.stderr?.resume()
  return { child, end: () => endGroup(child) }
}
