import { expect, test } from 'vitest'
import { startBus, startBusProgram, type BusProgram } from '../../../test/bus-stage.ts'
import { fakeProgram } from '../../../test/fake-program.ts'
import { DesktopNotifier, type DesktopNotifierOptions } from './desktop-notifier.ts'
import type { Notice } from './notice.ts'

const notice: Notice = {
  id: 'ntf_1',
  title: '-e Stand-up',
  message: 'Begins in <b>9</b> minutes & "now" $(id)',
  level: 'info',
  actions: [],
  sound: false,
}
const due: Notice = {
  ...notice,
  id: 'ntf_2',
  title: 'Tea',
  actions: [
    { id: 'done', label: 'Done' },
    { id: 'snooze_10m', label: 'Snooze 10 min' },
  ],
  sound: true,
}

function notifierFor(environment: NodeJS.ProcessEnv, options: Partial<DesktopNotifierOptions> = {}) {
  const closing = new AbortController()
  const pressed: string[][] = []
  const notifier = new DesktopNotifier({
    platform: 'linux',
    environment,
    signal: closing.signal,
    onAction: (id, action) => pressed.push([id, action]),
    isTrusted: () => true,
    ...options,
  })
  return { notifier, pressed, [Symbol.dispose]: () => closing.abort() }
}

const onBus = (bus: { address: string }) => ({ DBUS_SESSION_BUS_ADDRESS: bus.address, PATH: '/nowhere' })

/** A program that shows notifications, without a screen. */
async function startShower(address: string, capabilities = ['body', 'actions']): Promise<BusProgram> {
  let number = 40
  return startBusProgram(address, 'org.freedesktop.Notifications', ({ member }) => {
    if (member === 'GetCapabilities') return { signature: 'as', body: [capabilities] }
    if (member !== 'Notify') return undefined
    number += 1
    return { signature: 'u', body: [number] }
  })
}

const signalOf = (member: string, body: readonly (number | string)[], signature: string) => ({
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
  member,
  signature,
  body,
})
const pressedAt = (number: number, action: string) => signalOf('ActionInvoked', [number, action], 'us')

test('what is pressed on the desktop is told by the id of the notice', async () => {
  await using bus = await startBus()
  const shower = await startShower(bus.address)
  using stage = notifierFor(onBus(bus))
  await stage.notifier.show(notice)
  await stage.notifier.show(due)
  expect(shower.told).toMatchObject([
    ['GetCapabilities'],
    [
      'Notify',
      'Deskhand',
      0,
      '',
      '-e Stand-up',
      expect.anything(),
      ['default', 'Open'],
      expect.anything(),
      -1,
    ],
    [
      'Notify',
      'Deskhand',
      0,
      '',
      'Tea',
      'Begins in &lt;b&gt;9&lt;/b&gt; minutes &amp; "now" $(id)',
      ['default', 'Open', 'done', 'Done', 'snooze_10m', 'Snooze 10 min'],
      expect.anything(),
      0,
    ],
  ])
  shower.signal(pressedAt(42, 'snooze_10m'))
  shower.signal(pressedAt(41, 'default'))
  shower.signal(pressedAt(7, 'done'))
  await expect
    .poll(() => stage.pressed)
    .toEqual([
      ['ntf_2', 'snooze_10m'],
      ['ntf_1', 'default'],
    ])
  shower.close()
})

test('one that was handled elsewhere is taken away, and one that the person closed is forgotten', async () => {
  await using bus = await startBus()
  const shower = await startShower(bus.address)
  using stage = notifierFor(onBus(bus))
  await stage.notifier.show(notice)
  await stage.notifier.show(due)
  shower.signal(signalOf('NotificationClosed', [41, 2], 'uu'))
  shower.signal(pressedAt(42, 'done'))
  await expect.poll(() => stage.pressed).toHaveLength(1)
  await stage.notifier.withdraw('ntf_1')
  await stage.notifier.withdraw('ntf_2')
  await stage.notifier.withdraw('ntf_2')
  expect(shower.told.slice(3)).toEqual([['CloseNotification', 42]])
  shower.close()
})

test('another program of the session cannot press anything, nor can one that is not trusted', async () => {
  await using bus = await startBus()
  const shower = await startShower(bus.address)
  const stranger = await startBusProgram(bus.address, 'org.example.Stranger', () => undefined)
  using stage = notifierFor(onBus(bus))
  using distrustful = notifierFor(onBus(bus), { isTrusted: () => false })
  await stage.notifier.show(due)
  await distrustful.notifier.show({ ...due, id: 'ntf_3' })
  stranger.signal(pressedAt(41, 'done'))
  shower.signal(pressedAt(42, 'done'))
  // Signals of one program come in order: when this one is there, the others were there before.
  stranger.close()
  shower.signal(pressedAt(41, 'snooze_10m'))
  await expect.poll(() => stage.pressed).toEqual([['ntf_2', 'snooze_10m']])
  expect(distrustful.pressed).toEqual([])
  shower.close()
})

test('a desktop without buttons is sent none', async () => {
  await using bus = await startBus()
  const shower = await startShower(bus.address, ['body'])
  using stage = notifierFor(onBus(bus))
  await stage.notifier.show(due)
  expect(shower.told.at(-1)![6]).toEqual([])
  shower.close()
})

test('where nothing shows notices directly, the portal does', async () => {
  await using bus = await startBus()
  const portal = await startBusProgram(bus.address, 'org.freedesktop.portal.Desktop', () => undefined)
  using stage = notifierFor(onBus(bus))
  await stage.notifier.show(due)
  await stage.notifier.withdraw('ntf_9')
  const [[member, id, content]] = portal.told as [[string, string, Map<string, { value: unknown }>]]
  expect([member, id]).toEqual(['AddNotification', 'ntf_2'])
  expect(content.get('title')).toMatchObject({ value: 'Tea' })
  expect(content.get('buttons')).toMatchObject({ signature: 'aa{sv}' })
  portal.signal({
    path: '/org/freedesktop/portal/desktop',
    interface: 'org.freedesktop.portal.Notification',
    member: 'ActionInvoked',
    signature: 'ssav',
    body: ['ntf_2', 'done', []],
  })
  await expect.poll(() => stage.pressed).toEqual([['ntf_2', 'done']])
  expect(portal.told.at(-1)).toEqual(['RemoveNotification', 'ntf_9'])
  portal.close()
})

test('a session in which nothing shows notices says so, and is asked again the next time', async () => {
  await using bus = await startBus()
  using stage = notifierFor(onBus(bus))
  await expect(stage.notifier.show(notice)).rejects.toMatchObject({ code: 'unavailable' })
  const shower = await startShower(bus.address)
  await stage.notifier.show(notice)
  expect(shower.told.at(-1)![0]).toBe('Notify')
  shower.close()
})

test('notify-send gets title and text as arguments, with nothing in them read as markup or option', async () => {
  await using program = await fakeProgram('notify-send')
  using stage = notifierFor({ PATH: program.searchPath })
  await stage.notifier.show(notice)
  expect(await program.args()).toEqual([
    '--app-name=Deskhand',
    '--urgency=normal',
    '--',
    '-e Stand-up',
    'Begins in &lt;b&gt;9&lt;/b&gt; minutes &amp; "now" $(id)',
  ])
  await stage.notifier.show({ ...notice, level: 'error' })
  expect((await program.args())![1]).toBe('--urgency=critical')
})

test('osascript gets them as arguments too', async () => {
  await using program = await fakeProgram('osascript')
  using stage = notifierFor({ PATH: program.searchPath }, { platform: 'darwin' })
  await stage.notifier.show(notice)
  expect(await program.args()).toEqual(['-', notice.title, notice.message])
  expect(await program.input()).toContain('display notification (item 2 of argv)')
})

test('a desktop that shows nothing is told apart from one that did', async () => {
  await using program = await fakeProgram('notify-send')
  await program.fail('no session')
  using failing = notifierFor({ PATH: program.searchPath })
  await expect(failing.notifier.show(notice)).rejects.toMatchObject({ code: 'unavailable' })
  using nowhere = notifierFor({ PATH: '/nowhere' })
  await expect(nowhere.notifier.show(notice)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('notify-send') as string,
  })
})
