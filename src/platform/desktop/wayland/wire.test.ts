import { expect, test } from 'vitest'
import { EventSplitter, encodeRequest, fixed } from './wire.ts'

const hex = (bytes: Buffer) =>
  bytes
    .toString('hex')
    .replaceAll(/(.{8})/g, '$1 ')
    .trim()

test('a request has the bytes that libwayland would send', () => {
  // wl_display.get_registry(new_id 2)
  expect(hex(encodeRequest(1, 1, [2]))).toBe('01000000 01000c00 02000000')
  // wl_registry.bind(name 7, "wl_seat", version 1, new_id 3): a text has its length, an end and fill bytes
  expect(hex(encodeRequest(2, 0, [7, 'wl_seat', 1, 3]))).toBe(
    '02000000 00002000 07000000 08000000 776c5f73 65617400 01000000 03000000',
  )
  // A text whose end does not fill four bytes.
  expect(hex(encodeRequest(2, 0, [7, 'wl_shm', 1, 3]))).toBe(
    '02000000 00002000 07000000 07000000 776c5f73 686d0000 01000000 03000000',
  )
  // zwlr_virtual_pointer_v1.axis_discrete(time, vertical, -15.0, -1)
  expect(hex(encodeRequest(9, 7, [1000, 0, fixed(-15), -1]))).toBe(
    '09000000 07001800 e8030000 00000000 00f1ffff ffffffff',
  )
  expect(hex(encodeRequest(9, 4, []))).toBe('09000000 04000800')
})

test('a text is counted in bytes, not in characters', () => {
  expect(hex(encodeRequest(5, 3, ['é漢']))).toBe('05000000 03001400 06000000 c3a9e6bc a2000000')
})

test('a request that does not fit its length field is refused', () => {
  expect(() => encodeRequest(1, 0, ['x'.repeat(70_000)])).toThrow(RangeError)
})

test('events are put together however the socket cuts them', () => {
  const bytes = Buffer.concat([
    encodeRequest(2, 0, [41, 'wl_output', 4]),
    encodeRequest(9, 3, [-5, 0xffff_ffff]),
    // An array of two numbers, as the states of a window are sent.
    encodeRequest(10, 4, [8, 2, 0]),
  ])
  for (let cut = 0; cut <= bytes.length; cut++) {
    const splitter = new EventSplitter()
    const events = [...splitter.take(bytes.subarray(0, cut)), ...splitter.take(bytes.subarray(cut))]
    expect(events.map(({ object, opcode }) => [object, opcode])).toEqual([
      [2, 0],
      [9, 3],
      [10, 4],
    ])
    const [global, numbers, states] = events.map(({ body }) => body)
    expect([global!.uint(), global!.text(), global!.uint()]).toEqual([41, 'wl_output', 4])
    expect([numbers!.int(), numbers!.uint()]).toEqual([-5, 0xffff_ffff])
    expect(states!.uints()).toEqual([2, 0])
  }
})

test('bytes that are no message are refused rather than waited on for ever', () => {
  const nonsense = Buffer.from('0100000001000400', 'hex')
  expect(() => new EventSplitter().take(nonsense)).toThrow('invalid message')
})
