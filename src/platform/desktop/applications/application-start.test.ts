import { chmod, mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { describeApplication, resolveApplication } from './application-start.ts'

const FLAG = '--force-renderer-accessibility'

interface Machine extends AsyncDisposable {
  readonly environment: Record<string, string>
  write(path: string, text: string): Promise<string>
  entry(id: string, lines: string): Promise<string>
}

/** A machine with nothing installed but what the test puts there. */
async function openMachine(): Promise<Machine> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-applications-'))
  const write = async (path: string, text: string) => {
    const file = join(folder.path, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    await chmod(file, 0o755)
    return file
  }
  return {
    environment: {
      HOME: folder.path,
      PATH: `${join(folder.path, 'bin')}:/usr/bin:/bin`,
      XDG_DATA_HOME: join(folder.path, 'data'),
      XDG_DATA_DIRS: join(folder.path, 'shared'),
      SOME_TOKEN: 'secret',
    },
    write,
    entry: (id, lines) =>
      write(`data/applications/${id}.desktop`, `[Desktop Entry]\nType=Application\n${lines}\n`),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

const commandOf = async ({ environment }: Machine, query: string, isToTell = true) =>
  (await resolveApplication(query, { environment, isToTell })).command

test('programs built on Chromium are asked to tell what they show, and no others', async () => {
  await using machine = await openMachine()
  await machine.entry('chromium', 'Name=Chromium\nExec=/usr/bin/chromium %U')
  await machine.entry('code', 'Name=Code\nExec=/usr/share/code/code --new-window %F')
  await machine.entry('flat', 'Name=Flat\nExec=flatpak run --branch=stable com.google.Chrome @@u %U @@')
  await machine.entry('editor', 'Name=Editor\nExec=mousepad %F')
  expect(await commandOf(machine, 'chromium')).toEqual(['/usr/bin/chromium', FLAG])
  expect(await commandOf(machine, 'code')).toEqual(['/usr/share/code/code', '--new-window', FLAG])
  expect((await commandOf(machine, 'flat')).at(-1)).toBe(FLAG)
  expect(await commandOf(machine, 'editor')).toEqual(['mousepad'])
  expect(await commandOf(machine, 'chromium', false)).toEqual(['/usr/bin/chromium'])
})

test('one of an unknown name is known by what lies beside it', async () => {
  await using machine = await openMachine()
  const real = await machine.write('opt/notes/bin/notes', '#!/bin/sh\n')
  await machine.write('opt/notes/chrome_100_percent.pak', '')
  await mkdir(join(machine.environment['HOME']!, 'bin'))
  await symlink(real, join(machine.environment['HOME']!, 'bin/notes'))
  await machine.entry('notes', 'Name=Notes\nExec=notes %U')
  expect(await commandOf(machine, 'notes')).toEqual(['notes', FLAG])
})

test('a page is opened by the browser of the user, and that is asked to tell too', async () => {
  await using machine = await openMachine()
  await machine.entry('chromium', 'Name=Chromium\nExec=/usr/bin/chromium %U')
  await machine.entry('firefox', 'Name=Firefox\nExec=firefox %u')
  const choose = (id: string) => machine.write('bin/xdg-mime', `#!/bin/sh\necho ${id}.desktop\n`)
  await choose('chromium')
  const address = 'https://example.org/a?b'
  expect(await commandOf(machine, address)).toEqual(['/usr/bin/chromium', FLAG, address])
  expect(await commandOf(machine, address, false)).toEqual(['xdg-open', address])
  await choose('firefox')
  expect(await commandOf(machine, address)).toEqual(['xdg-open', address])
  await machine.write('bin/xdg-mime', '#!/bin/sh\nexit 3\n')
  expect(await commandOf(machine, address)).toEqual(['xdg-open', address])
})

test('what would be opened is told, by whatever word it is found', async () => {
  await using machine = await openMachine()
  const { environment } = machine
  await machine.entry(
    'org.a.Prompt',
    'Name=Prompt\nExec=/opt/x/prompt\nKeywords=cmd;shell;\nCategories=System;TerminalEmulator;',
  )
  await machine.entry('top', 'Name=Top\nExec=top\nTerminal=true')
  await machine.entry('shop', 'Name=Shop\nExec=shop\nKeywords=package;\nCategories=System;PackageManager;')
  const known = { isTerminal: false, isInstaller: false }
  expect(await describeApplication('cmd', environment)).toEqual({
    ...known,
    name: 'Prompt',
    program: 'prompt',
    isTerminal: true,
  })
  expect(await describeApplication('top', environment)).toMatchObject({ isTerminal: true })
  expect(await describeApplication('package', environment)).toMatchObject({ isInstaller: true })
  expect(await describeApplication('nothing', environment)).toBeNull()
  expect(await describeApplication('https://example.org', environment)).toBeNull()
})
