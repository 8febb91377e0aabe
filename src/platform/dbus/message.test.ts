import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMessage, encodeMessage, messageLength, type BusMessage } from './message.ts'
import { BusReader } from './reader.ts'
import { splitSignature } from './signature.ts'
import { Variant, type BusValue } from './value.ts'
import { BusWriter } from './writer.ts'

test('the greeting has the bytes that every bus knows', () => {
  const bytes = encodeMessage({
    kind: 'call',
    serial: 1,
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member: 'Hello',
    body: [],
  })
  const text = (value: string) => Buffer.from(`${value}\0`).toString('hex')
  const expected = [
    '6c010001 00000000 01000000 6d000000',
    `01016f00 15000000 ${text('/org/freedesktop/DBus')} 0000`,
    `02017300 14000000 ${text('org.freedesktop.DBus')} 000000`,
    `03017300 05000000 ${text('Hello')} 0000`,
    `06017300 14000000 ${text('org.freedesktop.DBus')} 000000`,
  ]
  expect(bytes.toString('hex')).toBe(expected.join('').replaceAll(' ', ''))
  expect(messageLength(bytes)).toBe(bytes.length)
})

test.each<[string, BusValue, string]>([
  ['y', 7, '07'],
  ['b', true, '01000000'],
  ['n', -2, 'feff'],
  ['i', -2, 'feffffff'],
  ['u', 4_294_967_295, 'ffffffff'],
  ['x', -1n, 'ffffffffffffffff'],
  ['d', 1.5, '000000000000f83f'],
  ['s', 'é', '02000000c3a900'],
  ['g', 'a{sv}', '05617b73767d00'],
  ['v', new Variant('u', 1), '0175000001000000'],
  ['as', ['a'], '06000000010000006100'],
  ['ay', Buffer.from([1, 2]), '020000000102'],
  ['(yi)', [1, 2], '0100000002000000'],
  ['a{sv}', new Map([['k', new Variant('b', true)]]), '1000000000000000010000006b0001620000000001000000'],
  // The padding before the first element is no part of the array's length.
  ['ax', [], '0000000000000000'],
])('%s is written as its bytes and read back', (type, value, hex) => {
  const writer = new BusWriter()
  writer.write(type, value)
  expect(writer.bytes.toString('hex')).toBe(hex)
  expect(new BusReader(writer.bytes).read(type)).toEqual(value)
})

test('a message of a big-endian machine is read too', () => {
  const bytes = Buffer.from(
    '4204000100000004' +
      '0000000900000012' +
      '0801670001690000' +
      '01016f0000000001' +
      '2f00000000000000' +
      'fffffffe',
    'hex',
  )
  // The header ends at a multiple of eight.
  const message = decodeMessage(bytes)
  expect(message).toMatchObject({ kind: 'signal', serial: 9, path: '/', body: [-2] })
})

test('any message survives the journey', () => {
  const value = fc.oneof(
    fc.record({
      type: fc.constant('s'),
      value: fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '').toWellFormed()),
    }),
    fc.record({ type: fc.constant('i'), value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }),
    fc.record({ type: fc.constant('d'), value: fc.double({ noNaN: true }) }),
    fc.record({ type: fc.constant('t'), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
    fc.record({
      type: fc.constant('a(si)'),
      value: fc.array(fc.tuple(fc.constantFrom('a', 'bcd'), fc.nat(99))),
    }),
    fc.record({ type: fc.constant('ay'), value: fc.uint8Array().map((bytes) => Buffer.from(bytes)) }),
  )
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), fc.integer({ min: 1, max: 1e9 }), (values, serial) => {
      const signature = values.map(({ type }) => type).join('')
      const body = values.map((each) => each.value as BusValue)
      const sent: BusMessage = {
        kind: 'signal',
        serial,
        path: '/a',
        interface: 'b.c',
        member: 'D',
        signature,
        body,
      }
      const bytes = encodeMessage(sent)
      expect(messageLength(bytes)).toBe(bytes.length)
      const { noReply, ...received } = decodeMessage(bytes)!
      expect(noReply).toBe(false)
      expect(received).toEqual(signature === '' ? { ...sent, signature: undefined } : sent)
    }),
  )
})

test('bytes of a liar give an error, never a hang or a crash', () => {
  const good = encodeMessage({
    kind: 'return',
    serial: 3,
    replySerial: 2,
    signature: 'a{sv}as(ii)v',
    body: [new Map([['k', new Variant('as', ['x'])]]), ['a', 'b'], [1, 2], new Variant('d', 1)],
  })
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
      const bent = Buffer.from(good)
      bent[at] = byte
      try {
        const length = messageLength(bent)
        if (length !== undefined && length <= bent.length) decodeMessage(bent.subarray(0, length))
      } catch (error) {
        expect(error).toMatchObject({ code: 'unavailable' })
      }
    }),
  )
})

test.each(['a', '(i', '()', 'a()', 'z', '(i}', 'a{s'])('the signature %s is refused', (signature) => {
  expect(() => splitSignature(signature)).toThrow('D-Bus')
})

test('signatures are split into whole types', () => {
  expect(splitSignature('sa{sv}(i(ss)a(yv))aai')).toEqual(['s', 'a{sv}', '(i(ss)a(yv))', 'aai'])
})

test('a value that does not fit its type is not sent', () => {
  const send = (signature: string, body: readonly BusValue[]) => () =>
    encodeMessage({ kind: 'call', serial: 1, signature, body })
  expect(send('s', [1])).toThrow('D-Bus')
  expect(send('(ii)', [[1]])).toThrow('D-Bus')
  expect(send('v', ['x'])).toThrow('D-Bus')
  expect(send('ss', ['x'])).toThrow('D-Bus')
})
