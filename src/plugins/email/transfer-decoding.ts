/** Takes a transfer encoding off, piece by piece, so that a part of any size passes through little memory. */
export interface Decoder {
  push(bytes: Buffer): Buffer
  end(): Buffer
}

export function decoderFor(encoding: string): Decoder {
  switch (encoding) {
    case 'base64':
      return base64Decoder()
    case 'quoted-printable':
      return lineDecoder(quotedPrintableLine)
    case 'x-uuencode':
    case 'uuencode':
    case 'x-uue':
      return lineDecoder(uuencodedLine())
    default:
      return { push: (bytes) => bytes, end: () => Buffer.alloc(0) }
  }
}

export function decodedBytes(bytes: Buffer, encoding: string): Buffer {
  const decoder = decoderFor(encoding)
  return Buffer.concat([decoder.push(bytes), decoder.end()])
}

/** How large a part is about to be, for people and for progress. */
export function decodedSize(size: number, encoding: string): number {
  // 76 characters and a line break carry 57 bytes.
  return encoding === 'base64' ? Math.round((size * 57) / 78) : size
}

/** Characters that are not of the alphabet are skipped (RFC 2045, 6.8), and what follows a padding is read too. */
function base64Decoder(): Decoder {
  let rest = ''
  return {
    push(bytes) {
      const text = rest + bytes.toString('latin1').replaceAll(/[^A-Za-z0-9+/=]+/g, '')
      const padded = text.lastIndexOf('=') + 1
      const whole = padded + Math.floor((text.length - padded) / 4) * 4
      rest = text.slice(whole)
      return decodeGroups(text.slice(0, whole))
    },
    end() {
      const last = decodeGroups(rest)
      rest = ''
      return last
    },
  }
}

function decodeGroups(text: string): Buffer {
  if (!text.includes('=')) return Buffer.from(text, 'base64')
  const segments = text.split(/=+/).filter((segment) => segment !== '')
  return Buffer.concat(segments.map((segment) => Buffer.from(segment, 'base64')))
}

type DecodeLine = (line: string, isEnded: boolean) => Buffer

const maxLineLength = 1024 * 1024

function lineDecoder(decodeLine: DecodeLine): Decoder {
  let rest = ''
  return {
    push(bytes) {
      const lines = (rest + bytes.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      const decoded = lines.map((line) => decodeLine(line, true))
      if (rest.length > maxLineLength) {
        // Nobody writes such lines; they are passed on without the few characters that may be half an escape.
        decoded.push(decodeLine(rest.slice(0, -3), false))
        rest = rest.slice(-3)
      }
      return Buffer.concat(decoded)
    },
    end() {
      const last = rest === '' ? Buffer.alloc(0) : decodeLine(rest, false)
      rest = ''
      return last
    },
  }
}

function quotedPrintableLine(line: string, isEnded: boolean): Buffer {
  const ending = isEnded ? (line.endsWith('\r') ? '\r\n' : '\n') : ''
  const content = isEnded || line.endsWith('=') ? line.replace(/[ \t\r]+$/, '') : line
  const isSoft = content.endsWith('=')
  const text = (isSoft ? content.slice(0, -1) : content).replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(isSoft ? text : text + ending, 'latin1')
}

function uuencodedLine(): DecodeLine {
  let isInside = false
  return (rawLine) => {
    const line = rawLine.replace(/\r$/, '')
    if (!isInside) {
      isInside = /^begin(-base64)? [0-7]{3,4} /.test(line)
      return Buffer.alloc(0)
    }
    if (line === 'end' || line === '') {
      isInside = line !== 'end'
      return Buffer.alloc(0)
    }
    return uuencodedBytes(line)
  }
}

function uuencodedBytes(line: string): Buffer {
  const length = sixBits(line, 0)
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3)
  for (let at = 0; at < length; at += 3) {
    const from = 1 + (at / 3) * 4
    const group = [0, 1, 2, 3].reduce((value, index) => (value << 6) | sixBits(line, from + index), 0)
    bytes.writeUIntBE(group, at, 3)
  }
  return bytes.subarray(0, length)
}

/** A missing character at the end is a space that was trimmed on the way, and a space means zero. */
function sixBits(line: string, index: number): number {
  return ((line.codePointAt(index) ?? 32) - 32) & 63
}
