import { boldLine, inBrowser } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'
import { newPassphrase, newPassword } from './generate.ts'

export const describe: Description<'password_generator'> = (wish, { isShared, randomBelow }) => {
  // What others have read is no password any more.
  if (isShared) return [boldLine('Password'), inBrowser]
  const { kind, length = 20, words = 5, uppercase = true, digits = true } = wish
  const { symbols = true, avoid_ambiguous = true } = wish
  const { text } =
    kind === 'passphrase'
      ? newPassphrase({ words, uppercase, digits }, randomBelow)
      : newPassword({ length, uppercase, digits, symbols, avoid_ambiguous }, randomBelow)
  return [boldLine(text)]
}
