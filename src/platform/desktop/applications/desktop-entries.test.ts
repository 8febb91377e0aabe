import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { argumentsOf, findApplication, parseDesktopEntry, readDesktopEntries } from './desktop-entries.ts'

describe('argumentsOf', () => {
  test.each([
    ['xterm', ['xterm']],
    ['firefox %u', ['firefox']],
    ['code --new-window %F', ['code', '--new-window']],
    ['"/opt/My App/run" --name="a b" %U', ['/opt/My App/run', '--name=', 'a b']],
    ['sh -c "echo \\"hi\\" \\\\$HOME"', ['sh', '-c', 'echo "hi" \\$HOME']],
    ['printf 100%%', ['printf', '100%']],
    ['', []],
  ])('%s', (exec, words) => {
    expect(argumentsOf(exec)).toEqual(words)
  })
})

describe('parseDesktopEntry', () => {
  test('reads the main group only', () => {
    const entry = parseDesktopEntry(
      'org.example.Editor',
      `# a comment
[Desktop Entry]
Type=Application
Name=Editor
Name[de]=Bearbeiter
Keywords=Text;Notes;
Exec=editor %U
Terminal=false
[Desktop Action new]
Name=New window
Exec=editor --new
`,
    )
    expect(entry).toEqual({
      id: 'org.example.Editor',
      name: 'Editor',
      command: ['editor'],
      isInTerminal: false,
      folder: null,
      words: ['editor', 'bearbeiter', 'text', 'notes'],
      isHidden: false,
      categories: [],
    })
  })

  test.each([
    ['a link', 'Type=Link\nName=Site\nURL=https://example.test'],
    ['a hidden one', 'Type=Application\nName=Gone\nExec=gone\nHidden=true'],
    ['one without a command', 'Type=Application\nName=Empty'],
    ['nothing at all', ''],
  ])('%s is no application', (_, text) => {
    expect(parseDesktopEntry('id', `[Desktop Entry]\n${text}`)).toBeNull()
  })
})

describe('findApplication', () => {
  test.each([
    ['Text Editor', 'org.gnome.gedit'],
    ['org.gnome.gedit', 'org.gnome.gedit'],
    ['org.gnome.gedit.desktop', 'org.gnome.gedit'],
    ['GEDIT', 'org.gnome.gedit'],
    ['browser', 'firefox-esr'],
    ['firefox', 'firefox-esr'],
    ['kate', 'kde-kate'],
    ['fire', 'firefox-esr'],
    ['handler', 'handler'],
    ['nothing like it', null],
    ['', null],
  ])('%j finds %j', async (query, id) => {
    await using folder = await applications()
    const found = await findApplication(query, environmentOf(folder.path))
    expect(found?.id ?? null).toBe(id)
  })

  test("a person's own entry stands in for that of the system", async () => {
    await using folder = await applications()
    const entries = await readDesktopEntries(environmentOf(folder.path))
    expect(entries.filter(({ id }) => id === 'firefox-esr').map(({ command }) => command)).toEqual([
      ['firefox', '--mine'],
    ])
  })
})

const files = {
  'share/applications/org.gnome.gedit.desktop': 'Name=Text Editor\nExec=/usr/bin/gedit %U',
  'share/applications/firefox-esr.desktop':
    'Name=Firefox ESR\nGenericName=Web Browser\nKeywords=Browser\nExec=firefox %u',
  'home/applications/firefox-esr.desktop': 'Name=Firefox ESR\nKeywords=Browser\nExec=firefox --mine %u',
  'share/applications/kde/kate.desktop': 'Name=Kate\nExec=kate -b %U',
  'share/applications/handler.desktop': 'Name=Firefox handler of addresses\nNoDisplay=true\nExec=handler %u',
}

async function applications() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-entries-'))
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder.path, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `[Desktop Entry]\nType=Application\n${text}\n`)
  }
  return folder
}

function environmentOf(folder: string) {
  return { XDG_DATA_HOME: join(folder, 'home'), XDG_DATA_DIRS: join(folder, 'share') }
}
