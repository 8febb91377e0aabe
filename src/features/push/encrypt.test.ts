import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { areReceiverKeys, encryptMessage, MAX_MESSAGE_BYTES } from './encrypt.ts'

/** Appendix A of RFC 8291. */
const RECEIVER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const SENDER = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'
const SALT = 'DGv6ra1nlYgDCS1FRnbzlw'
const ENCRYPTED =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz' +
  'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

test('the example of RFC 8291 comes out letter for letter', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(Buffer.from(SENDER, 'base64url'))
  const message = Buffer.from('When I grow up, I want to be a watermelon')
  const salt = Buffer.from(SALT, 'base64url')
  expect(encryptMessage(message, RECEIVER, { sender, salt }).toString('base64url')).toBe(ENCRYPTED)
})

test('each message has keys and a salt of its own', () => {
  const message = Buffer.from('same')
  const [one, two] = [encryptMessage(message, RECEIVER), encryptMessage(message, RECEIVER)]
  expect(one.subarray(0, 16)).not.toEqual(two.subarray(0, 16))
  expect(one.subarray(21, 86)).not.toEqual(two.subarray(21, 86))
})

test('the longest message fits into what every push service takes', () => {
  expect(MAX_MESSAGE_BYTES).toBe(3993)
  expect(encryptMessage(Buffer.alloc(MAX_MESSAGE_BYTES), RECEIVER)).toHaveLength(4096)
})

test.each([
  ['the keys of the example', RECEIVER, true],
  ['a secret that is too short', { ...RECEIVER, auth: 'BTBZMqHH6r4' }, false],
  ['a key that is too short', { ...RECEIVER, p256dh: RECEIVER.p256dh.slice(0, 40) }, false],
  ['a point beside the curve', { ...RECEIVER, p256dh: `${RECEIVER.p256dh.slice(0, -3)}AAA` }, false],
])('%s', (_what, keys, isUsable) => {
  expect(areReceiverKeys(keys)).toBe(isUsable)
})
