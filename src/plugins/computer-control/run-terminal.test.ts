import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestLauncher, noSandbox } from '../../../test/launcher.ts'
import { needBubblewrap } from '../../../test/plugins.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import type { LauncherDeps } from '../../platform/sandbox/launcher.ts'
import { reasonToAsk, type ApprovalMode } from '../../features/tools/policy.ts'
import { createRunTerminal } from './run-terminal.ts'

let folders: TestFolders
let documents: string
beforeAll(async () => {
  folders = await createTestFolders()
  documents = join(folders.home, 'Documents')
  await mkdir(join(folders.home, '.ssh'))
  await mkdir(documents)
  await mkdir(folders.dataFolder, { recursive: true })
  await writeFile(join(folders.home, '.ssh', 'id_rsa'), 'the key itself\n')
})
afterAll(() => folders[Symbol.asyncDispose]())

type Args = Parameters<ReturnType<typeof createRunTerminal>['run']>[0]

const terminal = (options: Partial<LauncherDeps> = {}) =>
  createRunTerminal({ launcher: createTestLauncher({ ...folders, ...options }) })

const run = (args: Args, provenance: Provenance = 'model', isApproved = false) =>
  terminal().run(args, createTestCall({ ...folders, provenance, isApproved }))

const question = async (
  args: Args,
  {
    provenance = 'model',
    mode = 'risky',
    tool = terminal(),
  }: {
    provenance?: Provenance
    mode?: ApprovalMode
    tool?: ReturnType<typeof createRunTerminal>
  } = {},
) => {
  const reason = reasonToAsk({
    entry: { agent: 'computer_control', tool, origin: 'built_in', alwaysAsks: false },
    provenance,
    mode,
    risk: tool.riskOf!(args),
    ownReason: await tool.needsApproval!(args, createTestCall({ ...folders, provenance })),
  })
  return reason?.message
}

describe('what runs unasked sees no secret and changes nothing, whatever its words are', () => {
  beforeEach(needBubblewrap)

  /** Each of these ran unasked when commands were judged by their words. */
  test('git status in a planted repository runs its program without effect', async () => {
    const planted = join(documents, 'planted')
    execFileSync('git', ['init', '-q', planted])
    const mark = join(planted, 'ran')
    const program = join(planted, 'monitor')
    await writeFile(program, `#!/bin/sh\ncp ${folders.home}/.ssh/id_rsa ${mark}; touch ${mark}; exit 1\n`, {
      mode: 0o755,
    })
    execFileSync('git', ['-C', planted, 'config', 'core.fsmonitor', program])
    // Control: with the person's rights the program does what it wants.
    await run({ command: 'git status', folder: planted, rights: 'full' }, 'local-client')
    expect(existsSync(mark)).toBe(true)
    execFileSync('rm', [mark])
    const { data } = await run({ command: 'git status', folder: planted, rights: 'look' })
    expect(existsSync(mark)).toBe(false)
    expect(data.output).toMatch(/On branch|No commits yet/)
  })

  test.each([
    ['wc --files0-from', 'wc --files0-from=HOME/.ssh/id_rsa'],
    ['du --files0-from', 'du --files0-from=HOME/.ssh/id_rsa'],
    ['git diff', 'git diff --no-index /dev/null HOME/.ssh/id_rsa'],
    ['a link', 'cat link'],
    ['a linked folder', 'cat linked/id_rsa'],
    ['a second name of a key', 'cat second'],
    ["a second name of the service's own data", 'cat own'],
    ['a dot file', 'cat .env'],
    ['a dot folder', 'cat .hidden/notes'],
    ['the address of a remote', 'cat .git/config'],
  ])('%s gives away nothing', async (_what, command) => {
    const project = join(documents, 'project')
    await mkdir(join(project, '.hidden'), { recursive: true })
    execFileSync('git', ['init', '-q', project])
    await writeFile(
      join(project, '.git', 'config'),
      '[remote "a"]\n\turl = https://ada:the%20key%20itself@x.test/\n',
    )
    await symlink(join(folders.home, '.ssh', 'id_rsa'), join(project, 'link')).catch(() => {})
    await symlink(join(folders.home, '.ssh'), join(project, 'linked')).catch(() => {})
    await link(join(folders.home, '.ssh', 'id_rsa'), join(project, 'second')).catch(() => {})
    await writeFile(join(folders.dataFolder, 'records'), 'the key itself')
    await link(join(folders.dataFolder, 'records'), join(project, 'own')).catch(() => {})
    await writeFile(join(project, '.env'), 'PASSWORD=the key itself')
    await writeFile(join(project, '.hidden', 'notes'), 'the key itself')
    const line = command.replace('HOME', folders.home)
    const control = await run({ command: line, folder: project, rights: 'full' }, 'local-client')
    expect(control.data.output).toMatch(/the(?: |%20)key/)
    const { data, message } = await run({ command: line, folder: project, rights: 'look' })
    expect(data.output).not.toMatch(/the(?: |%20)key/)
    expect(data.output).toMatch(/No such file|cannot open|Could not access|Permission denied/)
    expect(message).toContain('`rights: "work"` asks the user for more')
  })

  test('a repository keeps its settings, and who wants to change them hears why', async () => {
    const kept = join(documents, 'kept')
    execFileSync('git', ['init', '-q', kept])
    const { message } = await run(
      { command: 'git remote add origin ../elsewhere.git', folder: kept, rights: 'work' },
      'local-client',
    )
    expect(message).toContain(
      'It ran in a sandbox that protects a repository\'s settings and hooks; `rights: "full"` can change them.',
    )
  })

  test('a folder outside of the allowed ones, or with a dot, is asked about, and refused where nobody was asked', async () => {
    await mkdir(join(documents, '.private'), { recursive: true })
    await symlink(join(folders.home, '.ssh'), join(documents, 'keys')).catch(() => {})
    for (const folder of [
      join(folders.home, '.ssh'),
      join(documents, '.private'),
      join(documents, 'keys'),
      folders.outside,
    ])
      for (const rights of ['look', 'work'] as const) {
        expect(await question({ command: 'ls', folder, rights }, { mode: 'never' })).toContain(
          'not one of the folders',
        )
        await expect(run({ command: 'ls', folder, rights })).rejects.toMatchObject({ code: 'forbidden' })
      }
  })

  test('a folder that is too large to look through is asked about', async () => {
    const large = join(documents, 'large')
    await mkdir(large)
    execFileSync('sh', ['-c', 'seq 20001 | xargs touch'], { cwd: large })
    expect(await question({ command: 'ls', folder: large, rights: 'look' })).toContain(
      'contains too much to check for secrets first.',
    )
    await expect(run({ command: 'ls', folder: large, rights: 'look' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    // The others go on, without it.
    const { data } = await run({ command: 'cat Documents/note; ls Documents', rights: 'look' })
    expect(data.output).not.toContain('large')
    execFileSync('rm', ['-r', large])
  })
})

describe('who is asked', () => {
  beforeEach(needBubblewrap)
  const command = 'ls'

  test('a person is not, whatever the rights', async () => {
    for (const rights of ['look', 'work', 'full'] as const)
      expect(await question({ command, rights }, { provenance: 'local-client' })).toBeUndefined()
  })

  test.each(['model', 'plugin', 'import'] as const)(
    '%s: not to look, to work, always for all rights',
    async (provenance) => {
      expect(await question({ command, rights: 'look' }, { provenance })).toBeUndefined()
      expect(await question({ command }, { provenance })).toMatch(
        /may be hard to undo\. In its sandbox .* but not reach your keys/,
      )
      const unasked = await question({ command, rights: 'work' }, { provenance, mode: 'never' })
      expect(unasked === undefined).toBe(provenance === 'model')
      for (const mode of ['risky', 'always', 'never'] as const)
        expect(await question({ command, rights: 'full' }, { provenance, mode })).toContain(
          'with all your rights',
        )
      await expect(run({ command, rights: 'full' }, provenance)).rejects.toMatchObject({ code: 'forbidden' })
      expect((await run({ command, rights: 'full' }, provenance, true)).data.exit_code).toBe(0)
    },
  )

  test('in the home folder nothing is lost silently: what would vanish fails', async () => {
    const { data, message } = await run({ command: 'touch note' }, 'local-client')
    expect(data.exit_code).not.toBe(0)
    expect(message).toContain('`rights: "full"` runs it outside')
    expect((await run({ command: 'touch Documents/note' }, 'local-client')).data.exit_code).toBe(0)
    expect(existsSync(join(documents, 'note'))).toBe(true)
  })
})

describe('without a sandbox', () => {
  const tool = () => terminal({ findSandbox: noSandbox })

  test('nothing runs unasked for anybody but a person', async () => {
    const mark = join(folders.home, 'unasked')
    for (const rights of ['look', 'work', 'full'] as const) {
      for (const mode of ['risky', 'always', 'never'] as const)
        expect(await question({ command: 'ls', rights }, { tool: tool(), mode })).toContain(
          'with all your rights',
        )
      const call = createTestCall({ ...folders, provenance: 'model' })
      await expect(tool().run({ command: `touch ${mark}`, rights }, call)).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
    expect(existsSync(mark)).toBe(false)
  })

  test("a person's own command runs, and says in one line with what rights", async () => {
    const { message } = await tool().run({ command: 'true' }, createTestCall(folders))
    expect(message).toBe(
      'The command finished. It ran with all your rights, because bubblewrap is not installed.',
    )
    const blocked = tool().run({ command: 'sudo ls' }, createTestCall(folders))
    await expect(blocked).rejects.toMatchObject({ code: 'forbidden' })
  })
})
