import type { Call, InputOf, ResultOf } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { PICTURE_LIMIT } from '../../platform/desktop/coordinates.ts'
import type { DesktopDriver, Typed } from '../../platform/desktop/desktop-driver.ts'
import { isTerminalClass } from '../../platform/desktop/terminals.ts'
import type { LanguageModels } from '../models/language-model.ts'
import type { desktopContract } from './contract.ts'

export interface ScreenDeps {
  readonly driver: () => Promise<DesktopDriver>
  readonly models: LanguageModels
  /** Folders with programs, as in PATH. */
  readonly searchPath: string
}

type Operations = typeof desktopContract
type InsertBody = InputOf<Operations['insertText']>['body']

const WRITE =
  'Write the text that the user asks for. Your answer is typed as it is into the application in front of them, so answer ' +
  'with the text alone: no introduction, no quotation marks around it, no Markdown unless they ask for it.'

export async function insertText(
  { text: given, prompt }: InsertBody,
  { driver: open, models }: ScreenDeps,
  { signal }: Call,
): Promise<ResultOf<Operations['insertText']>> {
  const driver = await open()
  const before = await driver.activeWindow()
  await refusePassword(driver)
  const text = given ?? (await writeText(prompt!, models, signal))
  if (given === undefined) {
    const now = await driver.activeWindow()
    // It takes a model a while, in which a person does something else.
    if (now?.id !== before?.id)
      throw new AppError(
        'conflict',
        'Another window came to the front while the text was being written. Ask again there.',
      )
    if (now && isTerminalClass(now.className) && text.includes('\n'))
      throw new AppError(
        'forbidden',
        'The front window is a terminal, which would run the text line by line. Ask for a single line.',
      )
    await refusePassword(driver)
  }
  const { typed, isSeen } = await typeSeen(driver, text, signal)
  return { inserted: typed.verified || isSeen, characters: typed.characters }
}

async function writeText(prompt: string, models: LanguageModels, signal: AbortSignal): Promise<string> {
  const { text } = await models.ask({ system: WRITE, turns: [{ role: 'user', text: prompt }], signal })
  const written = text.trim()
  if (written !== '') return written
  throw new AppError('upstream_failed', 'The model wrote nothing. Ask again, or rephrase.')
}

/** With whether the screen shows it, for applications that do not tell what they hold. */
async function typeSeen(
  driver: DesktopDriver,
  text: string,
  signal: AbortSignal,
): Promise<{ typed: Typed; isSeen: boolean }> {
  const tells = (await driver.focusedElement())?.isEditable ?? false
  const look = async () => (await driver.capture(PICTURE_LIMIT, signal)).hash
  const before = tells ? null : await look()
  const typed = await driver.type(text, {}, signal)
  if (typed.verified || before === null) return { typed, isSeen: false }
  await driver.settle({}, signal)
  return { typed, isSeen: (await look()) !== before }
}

async function refusePassword(driver: DesktopDriver): Promise<void> {
  const focused = await driver.focusedElement()
  if (focused?.isPassword)
    throw new AppError(
      'forbidden',
      'The cursor is in a password field. If you mean it, call the tool TYPE_TEXT, which asks you first.',
    )
}
