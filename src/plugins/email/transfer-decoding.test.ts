import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runPython } from '../../../test/python.ts'
import { decodedBytes, decoderFor } from './transfer-decoding.ts'

/** Decoded in pieces of any length: what comes out must not depend on where they end. */
function inPieces(text: string, encoding: string, lengths: readonly number[]): Buffer {
  const decoder = decoderFor(encoding)
  const bytes = Buffer.from(text, 'latin1')
  const decoded: Buffer[] = []
  let at = 0
  for (const length of lengths) {
    decoded.push(decoder.push(bytes.subarray(at, at + length)))
    at += length
  }
  return Buffer.concat([...decoded, decoder.push(bytes.subarray(at)), decoder.end()])
}

const content = fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes))
const pieces = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 20 })

test('base64 comes back as it was, wherever the pieces end', () => {
  fc.assert(
    fc.property(content, pieces, (bytes, lengths) => {
      const lines = bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
      expect(inPieces(lines, 'base64', lengths)).toEqual(bytes)
    }),
  )
})

test('what is not base64 in it is skipped, and what follows a padding is read', () => {
  expect(decodedBytes(Buffer.from('aGV*s\r\n bG8\t='), 'base64').toString()).toBe('hello')
  expect(inPieces('aGU=bGxv', 'base64', [3, 1, 1]).toString()).toBe('hello')
  expect(decodedBytes(Buffer.from('aGVsbG8'), 'base64').toString()).toBe('hello')
  expect(decodedBytes(Buffer.from('===='), 'base64').toString()).toBe('')
})

test.each(['quoted-printable', 'x-uuencode'])("%s is read as Python's encoder wrote it", async (encoding) => {
  const script = `
import sys, binascii, quopri
data = bytes.fromhex(sys.argv[2])
if sys.argv[1] == 'quoted-printable':
    out = quopri.encodestring(data, quotetabs=True).replace(b'\\n', b'\\r\\n')
else:
    lines = [binascii.b2a_uu(data[i:i+45]).strip(b'\\n') for i in range(0, len(data), 45)]
    out = b'\\r\\n'.join([b'begin 644 x', *lines, b'\`', b'end', b''])
print(out.hex(), end='')`
  for (const bytes of fc.sample(content, 20)) {
    // A line break in a text is one: CRLF. Binary content has no lone ones here.
    const safe =
      encoding === 'quoted-printable' ? Buffer.from(bytes.map((byte) => (byte === 10 ? 11 : byte))) : bytes
    const args = ['-c', encoding, safe.toString('hex')]
    const written = Buffer.from(await runPython(script, { args }), 'hex')
    const [lengths = []] = fc.sample(pieces, 1)
    expect(inPieces(written.toString('latin1'), encoding, lengths)).toEqual(safe)
  }
})

test('quoted-printable keeps line ends, joins soft breaks and drops blanks that were added on the way', () => {
  const decode = (text: string): string => decodedBytes(Buffer.from(text), 'quoted-printable').toString()
  expect(decode('a=\r\nb\r\nc  \r\nd=20\r\n')).toBe('ab\r\nc\r\nd \r\n')
  expect(decode('a\nb= \nc')).toBe('a\nbc')
  expect(decode('100=, =zz')).toBe('100=, =zz')
})

test('anything else passes as it is', () => {
  const bytes = Buffer.from([0, 255, 13, 10])
  for (const encoding of ['7bit', '8bit', 'binary', '', 'unheard-of']) {
    expect(decodedBytes(bytes, encoding)).toEqual(bytes)
  }
})
