const CLASS_NAME = Buffer.from('NSString', 'latin1')
/** What stands between the name of the class and its characters: a type of one letter, `+`. */
const CHARACTERS = Buffer.from([0x84, 0x01, 0x2b])
const NEAR = 16

/**
 * The text of an NSAttributedString as Messages archives it ("typedstream", from before property lists). Its string is
 * the first object of that class; the rest is about fonts, links and attachments. Undefined when there is none.
 */
export function attributedText(archive: Uint8Array): string | undefined {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const named = bytes.indexOf(CLASS_NAME)
  if (named === -1) return undefined
  const marked = bytes.indexOf(CHARACTERS, named + CLASS_NAME.length)
  if (marked === -1 || marked > named + CLASS_NAME.length + NEAR) return undefined
  const { length, from } = lengthAt(bytes, marked + CHARACTERS.length)
  if (length === undefined || from + length > bytes.length) return undefined
  return bytes.toString('utf8', from, from + length)
}

/** A small one is a byte; a larger one says first how many bytes it has. */
function lengthAt(bytes: Buffer, at: number): { length: number | undefined; from: number } {
  const first = bytes[at]
  if (first === 0x81 && at + 3 <= bytes.length) return { length: bytes.readUInt16LE(at + 1), from: at + 3 }
  if (first === 0x82 && at + 5 <= bytes.length) return { length: bytes.readUInt32LE(at + 1), from: at + 5 }
  return { length: first !== undefined && first < 0x80 ? first : undefined, from: at + 1 }
}
