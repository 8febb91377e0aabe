import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startMac, type Call } from '../../../../test/desktop/macos-stage.ts'
import { clickSteps, dragSteps, pressSteps, scrollSteps, type GestureStep } from './gestures.ts'

test('a picture shows the screen of the window in front, in points', async () => {
  await using mac = await startMac()
  const frame = await mac.driver.capture({ maxEdge: 500, cursor: true })
  expect(frame).toMatchObject({
    area: { x: 1440, y: 0, width: 1000, height: 600 },
    width: 500,
    height: 300,
    mimeType: 'image/png',
  })
  expect(await sharp(frame.bytes).metadata()).toMatchObject({ width: 500, height: 300 })
  const [{ args }] = (await mac.calls('screencapture')) as [Call]
  expect(args.slice(0, -1)).toEqual(['-x', '-C', '-t', 'png', '-D', '2'])
  await mac.driver.capture({ area: { x: 1, y: 2, width: 30, height: 40 } })
  expect((await mac.calls('screencapture'))[1]!.args).toContain('1,2,30,40')
  await expect(mac.driver.capture({ display: 5 })).rejects.toMatchObject({ code: 'not_found' })
})

test('what has changed since the last picture is a change, also when it is over already', async () => {
  await using mac = await startMac()
  await mac.driver.capture({})
  const still = { changeMs: 0, quietMs: 0, maxMs: 0 }
  expect(await mac.driver.settle(still)).toMatchObject({ changed: false })
  await mac.show('#993366')
  expect(await mac.driver.settle(still)).toMatchObject({ changed: true })
  expect(await mac.driver.settle(still)).toMatchObject({ changed: false })
})

test('a gesture that fails lets go of all that it may have pressed', async () => {
  await using mac = await startMac()
  await mac.fail('"kind":"key"')
  await expect(mac.driver.press('ctrl+a', { holdMs: 100 })).rejects.toMatchObject({ code: 'upstream_failed' })
  const released = (await mac.calls('osascript')).at(-1)!.args.at(-1)!
  const keys = (JSON.parse(released) as GestureStep[]).flatMap((step) => (step.kind === 'key' ? [step] : []))
  expect(keys.map(({ code }) => code)).toEqual(expect.arrayContaining([0, 59]))
  expect(keys.every(({ down }) => !down)).toBe(true)
})

test('two gestures at once come one after the other', async () => {
  await using mac = await startMac()
  await Promise.all([mac.driver.type('one', {}), mac.driver.type('two', {})])
  const copied = (await mac.calls('pbcopy')).map(({ input }) => input)
  expect(copied).toEqual(['one', 'what was there', 'two', 'what was there'])
})

test('what is typed goes over the clipboard, which is put back, and never into a script', async () => {
  await using mac = await startMac()
  const text = '"; do shell script "id" -- é 漢字 😀'
  expect(await mac.driver.type(text, {})).toEqual({
    method: 'clipboard',
    verified: false,
    characters: Array.from(text).length,
    clipboardReplaced: false,
    value: null,
    submitted: false,
  })
  expect((await mac.calls('pbcopy')).map(({ input }) => input)).toEqual([text, 'what was there'])
  for (const { input, args } of await mac.calls('osascript'))
    expect(`${input}${args.join('')}`).not.toContain('shell')
})

test('gestures are data for one script', async () => {
  await using mac = await startMac()
  await mac.driver.click({ x: 10, y: 20 }, { button: 'right', count: 2, modifiers: ['super'] })
  const { args } = (await mac.calls('osascript')).at(-1)!
  expect(args.slice(0, 3)).toEqual(['-l', 'JavaScript', '-'])
  expect(JSON.parse(args[3]!)).toEqual(
    clickSteps({ x: 10, y: 20 }, { button: 'right', count: 2, modifiers: ['super'] }),
  )
  await mac.driver.openApplication('Text Edit')
  await mac.driver.openApplication('https://example.org/a?b')
  expect((await mac.calls('open')).map((call) => call.args)).toEqual([
    ['-a', 'Text Edit'],
    ['--', 'https://example.org/a?b'],
  ])
  expect(await mac.driver.overlays.show({ id: 'a', text: 'hello', position: 'top', durationMs: 1 })).toEqual({
    via: 'notification',
  })
})

test('without leave nothing is done, and which one is missing is said', async () => {
  await using mac = await startMac({ accessibility: false, screen: false })
  expect(mac.driver.capabilities).toMatchObject({ capture: false, pointer: false })
  await expect(mac.driver.capture({})).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Screen Recording') as string,
  })
  await expect(mac.driver.click({ x: 1, y: 1 }, {})).rejects.toMatchObject({ code: 'forbidden' })
})

const kinds = (steps: readonly GestureStep[]) => steps.filter(({ kind }) => kind !== 'wait')

test('what is pressed is released again, in the other order', () => {
  expect(kinds(pressSteps('cmd+shift+t'))).toEqual([
    { kind: 'key', code: 55, down: true, flags: 0x10_0000 },
    { kind: 'key', code: 56, down: true, flags: 0x12_0000 },
    { kind: 'key', code: 17, down: true, flags: 0x12_0000 },
    { kind: 'key', code: 17, down: false, flags: 0x12_0000 },
    { kind: 'key', code: 56, down: false, flags: 0x10_0000 },
    { kind: 'key', code: 55, down: false, flags: 0 },
  ])
  expect(() => pressSteps('ctrl+Print')).toThrow('Print')
})

test('a drag moves in small steps between press and release', () => {
  const steps = kinds(
    dragSteps(
      [
        { x: 0, y: 0 },
        { x: 100, y: 50 },
      ],
      {},
    ),
  )
  expect(steps.map((step) => (step as { type: number }).type)).toEqual([
    5,
    1,
    ...Array<number>(20).fill(6),
    2,
  ])
  expect(steps.at(-1)).toMatchObject({ x: 100, y: 50 })
})

test('the wheel turns the way it is told', () => {
  const turn = (direction: 'up' | 'down' | 'left' | 'right') =>
    scrollSteps({ x: 1, y: 1 }, { direction, notches: 3 }).at(-1)
  expect(turn('down')).toMatchObject({ vertical: -3, horizontal: 0 })
  expect(turn('left')).toMatchObject({ vertical: 0, horizontal: 3 })
})
