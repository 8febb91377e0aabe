import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { errorCodeOf, fileError } from '../files/file-error.ts'
import { safeFileName } from '../files/paths.ts'
import { findChats } from './messages-database.ts'
import { runAppleScript } from './osascript.ts'

/** Whom a message goes to. */
export interface Receiver {
  readonly kind: 'chat' | 'person'
  /** The identifier of a chat, or a phone number or address. */
  readonly target: string
}

export interface Sending {
  readonly receiver: Receiver
  readonly text?: string | undefined
  readonly file?: string | undefined
  readonly home: string
  readonly signal: AbortSignal
  readonly searchPath?: string | undefined
}

/** Kind, target, text and path are arguments. A number that iMessage does not know is tried as a text message. */
const SEND = `on run argv
  set {receiverKind, receiverTarget, messageText, filePath} to argv
  set theFile to missing value
  if filePath is not "" then set theFile to POSIX file filePath as alias
  tell application "Messages"
    if receiverKind is "chat" then
      set theReceiver to chat id receiverTarget
    else
      try
        set theReceiver to participant receiverTarget of (1st account whose service type = iMessage and enabled is true)
      on error
        set theReceiver to participant receiverTarget of (1st account whose service type = SMS)
      end try
    end if
    if theFile is not missing value then send theFile to theReceiver
    if messageText is not "" then send messageText to theReceiver
  end tell
end run
`

const CHAT_GUID = /^(?:iMessage|SMS|RCS|any);[-+];.+$/i
const PHONE = /^\+?[\d\s().\-/]{3,30}$/
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const STAGED_HOURS = 24

/** The meaning of what somebody gave: an identifier, a number, an address, or the name of a group. */
export async function receiverOf(given: string, { home }: { home: string }): Promise<Receiver> {
  const target = given.trim()
  if (CHAT_GUID.test(target)) return { kind: 'chat', target }
  if (isPhoneNumber(target)) return personOrChat(phoneNumber(target), { home })
  if (ADDRESS.test(target)) return personOrChat(target, { home })
  const [chat, ...others] = await findChats(target, { home })
  if (!chat)
    throw new AppError(
      'not_found',
      `No chat "${target}". Give a chat_guid from NATIVECHAT_SEARCH, a phone number or an address.`,
    )
  if (others.length === 0 || chat.identifier === target) return { kind: 'chat', target: chat.guid }
  const named = [chat, ...others].map(({ guid }) => guid).join(', ')
  throw new AppError('conflict', `Several chats are called "${target}". Give one of ${named}.`)
}

/** The chat with somebody, when there has been one, knows how they are reached: by iMessage or by text message. */
async function personOrChat(target: string, { home }: { home: string }): Promise<Receiver> {
  const chats = await findChats(target, { home }).catch((error: unknown) => {
    if (error instanceof AppError) return []
    throw error
  })
  const [chat] = chats.filter(({ identifier }) => identifier === target)
  return chat ? { kind: 'chat', target: chat.guid } : { kind: 'person', target }
}

export function isPhoneNumber(text: string): boolean {
  return PHONE.test(text.trim()) && /\d{3}/.test(text.replaceAll(/\D/g, ''))
}

export function phoneNumber(text: string): string {
  return text.replaceAll(/[^+\d]/g, '')
}

/** Hands it to Messages, which delivers it when it can. */
export async function sendMessage({
  receiver,
  text = '',
  file,
  home,
  signal,
  searchPath,
}: Sending): Promise<void> {
  const staged = file === undefined ? '' : await stage(file, home)
  try {
    await runAppleScript({
      script: SEND,
      args: [receiver.kind, receiver.target, text, staged],
      signal,
      searchPath,
    })
  } catch (error) {
    if (staged !== '') await rm(dirname(staged), { recursive: true, force: true })
    throw error
  }
}

/** Messages may only read its own folder, and reads when it gets round to it: a copy waits for it there for a day. */
async function stage(file: string, home: string): Promise<string> {
  const folder = join(home, 'Library', 'Messages', 'Attachments', 'deskhand')
  try {
    return await copyInto(folder, file)
  } catch (error) {
    if (errorCodeOf(error) !== 'EPERM') throw fileError(error, folder)
    throw new AppError(
      'forbidden',
      "macOS doesn't let this program put the file where Messages can read it. Allow it in System Settings, Privacy & Security, Full Disk Access, and restart it.",
      { cause: error },
    )
  }
}

async function copyInto(folder: string, file: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > STAGED_HOURS * 3_600_000)
      await rm(join(folder, name), { recursive: true, force: true })
  }
  const place = join(folder, randomUUID())
  await mkdir(place, { mode: 0o700 })
  const copy = join(place, safeFileName(basename(file)))
  await copyFile(file, copy)
  return copy
}
