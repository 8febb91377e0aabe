import { execFile } from 'node:child_process'
import { link, mkdir, readFile as readBytes, symlink, writeFile as writeBytes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../src/contract/errors.ts'
import type { ToolCall } from '../src/contract/tool.ts'
import { installFolder } from '../src/platform/files/own-code.ts'
import { copyFile } from '../src/plugins/file-manager/copy-file.ts'
import { createFolder } from '../src/plugins/file-manager/create-folder.ts'
import { deleteFile } from '../src/plugins/file-manager/delete-file.ts'
import { extractArchive } from '../src/plugins/file-manager/extract-archive.ts'
import { moveFile } from '../src/plugins/file-manager/move-file.ts'
import { readFile } from '../src/plugins/file-manager/read-file.ts'
import { writeFile } from '../src/plugins/file-manager/write-file.ts'
import { createTestCall, createTestFolders, type TestFolders } from './tool-call.ts'

const run = promisify(execFile)
let folders: TestFolders
let model: ToolCall
let person: ToolCall

beforeAll(async () => {
  folders = await createTestFolders()
  model = createTestCall({ ...folders, provenance: 'model' })
  person = createTestCall(folders)
  await mkdir(join(folders.home, 'Documents'))
})

afterAll(() => folders[Symbol.asyncDispose]())

async function put(path: string, content = 'content'): Promise<string> {
  const whole = path.replace(/^~/, folders.home)
  await mkdir(dirname(whole), { recursive: true })
  await writeBytes(whole, content)
  return whole
}

const outcome = async (work: unknown): Promise<string> => {
  try {
    return (await work) === undefined ? 'unasked' : 'asked'
  } catch {
    return 'refused'
  }
}

const readAs = (path: string, call: ToolCall) => outcome(readFile.needsApproval?.({ path }, call))
const writeAs = (path: string, call: ToolCall) =>
  outcome(writeFile.needsApproval?.({ path, content: 'x' }, call))

describe('attack: a model that was taken over reads secrets', () => {
  // 22 of 25 kinds were read without a question, because the protected places were a list of names.
  test.each([
    ['~/Documents/shop/.env', 'unasked'],
    ['~/Documents/shop/.env.production', 'unasked'],
    ['~/Documents/shop/prod.env', 'unasked'],
    ['~/Documents/keys/server.pem', 'unasked'],
    ['~/Documents/keys/TLS.KEY', 'unasked'],
    ['~/Documents/passwords.kdbx', 'unasked'],
    ['~/Documents/wallet.dat', 'unasked'],
    ['~/Documents/id_rsa', 'unasked'],
    ['~/Documents/id_ed25519.bak', 'unasked'],
    ['~/Documents/ｉｄ_rsa', 'unasked'],
    ['~/Documents/id_rsa.', 'unasked'],
    ['~/Documents/credentials.json', 'unasked'],
    ['~/Documents/secrets.yaml', 'unasked'],
    ['~/.config/vivaldi/Default/Login Data', 'unasked'],
    ['~/.config/opera/Cookies', 'unasked'],
    ['~/.electrum/wallets/default_wallet', 'unasked'],
    ['~/.bitcoin/wallet.dat', 'unasked'],
    ['~/.bash_history', 'unasked'],
    ['~/.python_history', 'unasked'],
    ['~/.psql_history', 'unasked'],
    ['~/.claude/.credentials.json', 'unasked'],
    ['~/.codex/auth.json', 'unasked'],
    ['~/.config/github-copilot/apps.json', 'unasked'],
    ['~/.local/share/Trash/files/letter.txt', 'unasked'],
    ['~/Projects/shop/config.php', 'unasked'],
    ['/var/mail/ada', 'unasked'],
    ['~/.ssh/id_ed25519', 'asked'],
    ['~/.mozilla/firefox/x.default/logins.json', 'asked'],
    ['~/.aws/credentials', 'asked'],
  ])('%s: asked, and for a person as before: %s', async (path, forPerson) => {
    if (path.startsWith('~')) await put(path)
    expect(await readAs(path, model)).toBe('asked')
    expect(await readAs(path, person)).toBe(forPerson)
    // Whoever gets past the question is judged again by what is opened.
    await expect(readFile.run({ path }, model)).rejects.toBeInstanceOf(AppError)
  })

  test('and what is his to read is not asked about', async () => {
    await put('~/Documents/letter.txt', 'Dear Ada')
    await put('~/Documents/id_rsa.pub', 'public')
    expect(await readAs('~/Documents/letter.txt', model)).toBe('unasked')
    expect(await readAs('~/Documents/id_rsa.pub', model)).toBe('unasked')
    expect((await readFile.run({ path: '~/Documents/letter.txt' }, model)).data.content).toBe('Dear Ada')
  })

  test('a plugin, an import and a webhook are not a person either', async () => {
    for (const provenance of ['plugin', 'import', 'webhook:slack'] as const)
      expect(await readAs('~/.bash_history', createTestCall({ ...folders, provenance }))).toBe('asked')
    expect(await readAs('~/.bash_history', createTestCall({ ...folders, provenance: 'schedule' }))).toBe(
      'unasked',
    )
  })
})

describe('attack: a model that was taken over writes what runs later', () => {
  test.each([
    ['~/.vimrc', 'unasked'],
    ['~/.emacs.d/init.el', 'unasked'],
    ['~/.envrc', 'unasked'],
    ['~/.tmux.conf', 'unasked'],
    ['~/.inputrc', 'unasked'],
    ['~/.bash_completion', 'unasked'],
    ['~/.curlrc', 'unasked'],
    ['~/.gdbinit', 'unasked'],
    ['~/.psqlrc', 'unasked'],
    ['~/.pythonrc.py', 'unasked'],
    ['~/.config/nvim/init.lua', 'unasked'],
    ['~/.config/pip/pip.conf', 'unasked'],
    ['~/.local/lib/python3.11/site-packages/evil.pth', 'unasked'],
    ['~/venv/lib/python3.11/site-packages/evil.pth', 'unasked'],
    ['~/.pyenv/shims/python', 'unasked'],
    ['~/.asdf/shims/node', 'unasked'],
    ['~/.claude/settings.json', 'unasked'],
    ['~/.codex/config.toml', 'unasked'],
    ['~/Documents/shop/.vscode/tasks.json', 'unasked'],
    ['~/Documents/shop/.envrc', 'unasked'],
    ['~/Documents/shop/.idea/workspace.xml', 'unasked'],
    ['~/Documents/shop/.husky/pre-commit', 'unasked'],
    ['~/Projects/shop/package.json', 'unasked'],
    ['~/Makefile', 'unasked'],
    ['/opt/tool/run.sh', 'unasked'],
    ['~/.bashrc', 'asked'],
    ['~/.config/autostart/x.desktop', 'asked'],
    ['~/Documents/shop/.git/hooks/post-checkout', 'asked'],
  ])('%s: asked, and for a person as before: %s', async (path, forPerson) => {
    expect(await writeAs(path, model)).toBe('asked')
    expect(await writeAs(path, person)).toBe(forPerson)
    await expect(writeFile.run({ path, content: 'x' }, model)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(createFolder.run({ path: `${path}.d` }, model)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test.each([
    [
      '~/Projects/plan.md',
      'is outside the folders Deskhand may change without asking. To always allow its folder, add it to the ALLOWED_FOLDERS setting.',
    ],
    // The setting takes neither the home folder nor a hidden one.
    ['~/Makefile', 'is outside the folders Deskhand may change without asking.'],
    [
      '~/.vimrc',
      'is hidden: ".vimrc" starts with a dot. Programs store their settings in such places, and may run what is there.',
    ],
    [
      '~/Documents/shop/venv/lib/python3.13/site-packages/run.pth',
      'is inside installed packages, whose code runs whenever a program uses them.',
    ],
    [
      '~/Documents/shop/.vscode/tasks.json',
      'is hidden: ".vscode" starts with a dot. Programs store their settings in such places, and may run what is there.',
    ],
  ])(
    '%s: the question says why, and how to allow the folder for good where that can be',
    async (path, why) => {
      expect(await writeFile.needsApproval?.({ path, content: '' }, model)).toBe(`"${path}" ${why}`)
    },
  )

  test("the service's own program is written by nobody, whatever anyone approves", async () => {
    const path = join(installFolder, 'src', 'server', 'planted.ts')
    for (const call of [person, createTestCall({ ...folders, provenance: 'model', isApproved: true })]) {
      await expect(writeFile.run({ path, content: '' }, call)).rejects.toMatchObject({ code: 'forbidden' })
      expect(await writeAs(path, call)).toBe('refused')
    }
  })

  test('an archive, a rename and a move do not get it there either', async () => {
    const shop = join(folders.home, 'Documents', 'packed')
    await put('~/Documents/packed/readme.txt')
    await put('~/Documents/packed/.vscode/tasks.json')
    await run('tar', ['-C', shop, '-czf', join(folders.home, 'Documents', 'packed.tgz'), '.'])
    const args = { path: '~/Documents/packed.tgz', to: '~/Documents/unpacked' }
    const { data } = await extractArchive.run(args, model)
    expect(data.skipped.map(({ name }) => name)).toContain('./.vscode/tasks.json')
    await expect(readBytes(join(folders.home, 'Documents/unpacked/.vscode/tasks.json'))).rejects.toThrow(
      'ENOENT',
    )
    const rename = { path: '~/Documents/packed/readme.txt', to: '~/Documents/packed/.envrc' }
    expect(await outcome(moveFile.needsApproval?.(rename, model))).toBe('asked')
    await expect(moveFile.run(rename, model)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(copyFile.run(rename, model)).rejects.toMatchObject({ code: 'forbidden' })
    await put('~/.vimrc')
    await expect(deleteFile.run({ path: '~/.vimrc' }, model)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('folders that the person named', () => {
  const withFolders = (...ALLOWED_FOLDERS: string[]) =>
    createTestCall({ ...folders, provenance: 'model', settings: { ALLOWED_FOLDERS } })

  test('are open, but for what is hidden in them', async () => {
    const call = withFolders('~/Projects')
    expect(await writeAs('~/Projects/shop/package.json', call)).toBe('unasked')
    expect(await writeAs('~/Projects/shop/.git/config', call)).toBe('asked')
    expect(await readAs('~/Projects/shop/.env', call)).toBe('asked')
  })

  test.each(['~', '/', '/etc', '~/..', '~/.config', '~/.local/share/deskhand', '~/bin', '~/x/../.ssh'])(
    'never include %s',
    async (folder) => {
      const call = withFolders(folder)
      expect(await writeAs(`${folder}/x.txt`.replace('//', '/'), call)).not.toBe('unasked')
    },
  )

  test('nor a link to such a place', async () => {
    await symlink(folders.home, join(folders.home, 'Documents', 'home-link'))
    expect(await writeAs('~/.vimrc', withFolders('~/Documents/home-link'))).toBe('asked')
  })

  test('user-dirs.dirs says which the usual ones are, and never makes the home folder one', async () => {
    await using other = await createTestFolders()
    await mkdir(join(other.home, '.config'))
    await writeBytes(
      join(other.home, '.config', 'user-dirs.dirs'),
      'XDG_DOCUMENTS_DIR="$HOME/Dokumente"\nXDG_DOWNLOAD_DIR="$HOME/"\nXDG_MUSIC_DIR="/"\n',
    )
    const call = createTestCall({ ...other, provenance: 'model' })
    const reason = (path: string) => writeFile.needsApproval?.({ path, content: '' }, call)
    expect(await reason('~/Dokumente/a.txt')).toBeUndefined()
    expect(await reason('~/Documents/a.txt')).toContain('outside')
    expect(await reason('~/a.txt')).toContain('outside')
  })
})

describe('attack: another name for the same file', () => {
  test('a link to a secret: the model must name the target, and the yes to the link opens nothing', async () => {
    await put('~/.ssh/id_ecdsa', 'key')
    await symlink(join(folders.home, '.ssh', 'id_ecdsa'), join(folders.home, 'Documents', 'holiday.txt'))
    const path = '~/Documents/holiday.txt'
    await expect(readFile.needsApproval?.({ path }, model)).rejects.toThrow(
      /leads to ".*\.ssh\/id_ecdsa"\. Use that path/,
    )
    const approved = createTestCall({ ...folders, provenance: 'model', isApproved: true })
    await expect(readFile.run({ path }, approved)).rejects.toMatchObject({ code: 'forbidden' })
    const named = { path: '~/.ssh/id_ecdsa' }
    expect((await readFile.run(named, approved)).data.content).toBe('key')
    // A person is asked as before, and told where it leads.
    expect(await readFile.needsApproval?.({ path }, person)).toContain('SSH')
  })

  test('a hard link: asked for a model, not copied on the way, closed to everybody when it is our own data', async () => {
    const history = await put('~/.zsh_history', 'typed')
    await mkdir(join(folders.home, 'Documents', 'tree'), { recursive: true })
    await link(history, join(folders.home, 'Documents', 'tree', 'notes.txt'))
    expect(await readAs('~/Documents/tree/notes.txt', model)).toBe('asked')
    expect(await readAs('~/Documents/tree/notes.txt', person)).toBe('unasked')
    const { data } = await copyFile.run({ path: '~/Documents/tree', to: '~/Documents/tree2' }, model)
    expect(data).toMatchObject({ files: 0, skipped: 1 })
    await expect(
      writeFile.run({ path: '~/Documents/tree/notes.txt', content: 'x', mode: 'append' }, model),
    ).rejects.toMatchObject({ code: 'forbidden' })
    const own = join(folders.dataFolder, 'secrets.json')
    await writeBytes(own, '{"token":"t"}')
    await link(own, join(folders.home, 'Documents', 'mine.json'))
    const path = '~/Documents/mine.json'
    for (const call of [person, createTestCall({ ...folders, isApproved: true }), model]) {
      await expect(readFile.run({ path }, call)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(copyFile.run({ path, to: '~/Documents/c.json' }, call)).rejects.toMatchObject({
        code: 'forbidden',
      })
      await expect(writeFile.run({ path, content: 'x', mode: 'append' }, call)).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
    expect(await readBytes(own, 'utf8')).toBe('{"token":"t"}')
  })

  test.each([
    '/proc/self/root/etc/hostname',
    '/proc/self/fd/0',
    '/proc/1/environ',
    '/sys/kernel/hostname',
    `/proc/${process.pid}/cwd/package.json`,
  ])('%s is refused to everybody', async (path) => {
    for (const call of [person, model])
      await expect(readFile.run({ path }, call)).rejects.toBeInstanceOf(AppError)
    await expect(readFile.run({ path: '/proc/cpuinfo' }, person)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('.. does not lead out, nor does another spelling of the data folder', async () => {
    expect(await readAs('~/Documents/../.bash_history', model)).toBe('asked')
    expect(await readAs('~/Documents/x/../../.bash_history', model)).toBe('asked')
    expect(await readAs('~/.LOCAL/share/Deskhand/secrets.json', person)).toBe('refused')
  })

  test('the data folder mounted a second time stays closed', async (context) => {
    const shown = join(folders.home, 'Documents', 'mounted')
    await mkdir(shown)
    await put('~/.local/share/deskhand/settings.json', '{}')
    try {
      await run('mount', ['--bind', folders.dataFolder, shown])
    } catch {
      context.skip('Only root may mount.')
    }
    try {
      for (const call of [person, model]) {
        const path = join(shown, 'settings.json')
        await expect(readFile.run({ path }, call)).rejects.toMatchObject({ code: 'forbidden' })
        await expect(writeFile.run({ path, content: '' }, call)).rejects.toMatchObject({ code: 'forbidden' })
        const fresh = { path: join(shown, 'new.json'), content: '' }
        await expect(writeFile.run(fresh, call)).rejects.toMatchObject({ code: 'forbidden' })
      }
    } finally {
      await run('umount', [shown])
    }
  })
})
