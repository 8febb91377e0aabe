import { expect, test } from 'vitest'
import { fakeProgram } from '../../../test/fake-program.ts'
import { showNotice, type Notice } from './desktop-notice.ts'

const signal = new AbortController().signal
const notice: Notice = {
  title: '-e Stand-up',
  message: 'Begins in <b>9</b> minutes & "now" $(id)',
  level: 'info',
}

test('notify-send gets title and text as arguments, with nothing in them read as markup or option', async () => {
  await using program = await fakeProgram('notify-send')
  const environment = { PATH: program.searchPath }
  await showNotice(notice, { platform: 'linux', environment, signal })
  expect(await program.args()).toEqual([
    '--app-name=Deskhand',
    '--urgency=normal',
    '--',
    '-e Stand-up',
    'Begins in &lt;b&gt;9&lt;/b&gt; minutes &amp; "now" $(id)',
  ])
  await showNotice({ ...notice, level: 'error' }, { platform: 'linux', environment, signal })
  expect((await program.args())![1]).toBe('--urgency=critical')
})

test('osascript gets them as arguments too', async () => {
  await using program = await fakeProgram('osascript')
  await showNotice(notice, { platform: 'darwin', environment: { PATH: program.searchPath }, signal })
  expect(await program.args()).toEqual(['-', notice.title, notice.message])
  expect(await program.input()).toContain('display notification (item 2 of argv)')
})

test('a desktop that shows nothing is told apart from one that did', async () => {
  await using program = await fakeProgram('notify-send')
  await program.fail('no session')
  const showing = showNotice(notice, { platform: 'linux', environment: { PATH: program.searchPath }, signal })
  await expect(showing).rejects.toMatchObject({ code: 'unavailable' })
  const nowhere = showNotice(notice, { platform: 'linux', environment: { PATH: '/nowhere' }, signal })
  await expect(nowhere).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('notify-send') as string,
  })
})
