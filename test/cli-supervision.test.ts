import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram, programPath, type Program, type RunOptions } from './program.ts'

// It tries the examples of docs/guide.md.

/** They keep what they were told in files beside them, as the real ones keep it in memory. */
const SYSTEMCTL = `
[ -f "$here/deaf" ] && { echo "Failed to connect to bus: No medium found" >&2; exit 1; }
case "$2" in
  enable|start|restart) : > "$here/$2" ;;
  disable) /bin/rm -f "$here/enable" "$here/start" "$here/restart" ;;
  show)
    [ -f "$here/start" ] || [ -f "$here/restart" ] && echo ActiveState=active || echo ActiveState=inactive
    [ -f "$here/enable" ] && echo UnitFileState=enabled || echo UnitFileState=disabled ;;
esac
`
const LAUNCHCTL = `
case "$1" in
  bootstrap) [ -f "$here/loaded" ] && { echo "Bootstrap failed: 5: Input/output error" >&2; exit 5; }; : > "$here/loaded" ;;
  bootout) /bin/rm "$here/loaded" ;;
  print) [ -f "$here/loaded" ] || exit 113; echo "	state = running" ;;
esac
`

let program: Program
let tools: string

beforeEach(async () => {
  program = await newProgram()
  tools = join(program.home, 'tools')
  await mkdir(tools)
})

afterEach(() => program[Symbol.asyncDispose]())

async function provide(name: string, script: string): Promise<void> {
  const path = join(tools, name)
  await writeFile(path, `#!/bin/sh\nhere=${tools}\necho "$*" >> "$here/calls"\n${script}\nexit 0\n`)
  await chmod(path, 0o755)
}

/** Only these tools are found. */
async function service(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const options: RunOptions = { environment: { PATH: tools, ...environment } }
  const { code, stdout, stderr } = await program.run(['service', ...words], options)
  return { code, stdout, stderr }
}

async function told(): Promise<string[]> {
  const calls = await readFile(join(tools, 'calls'), 'utf8').catch(() => '')
  await writeFile(join(tools, 'calls'), '')
  return calls.split('\n').filter((line) => line !== '')
}

describe('deskhand service with systemd', () => {
  beforeEach(() => provide('systemctl', SYSTEMCTL))

  it('installs, changes nothing the second time, takes up a change, and goes without a trace', async () => {
    const unit = join(program.home, '.config/systemd/user/deskhand.service')
    const first = await service(['install'], { DISPLAY: ':7' })
    expect(first).toMatchObject({ code: exitCode.ok, stderr: '' })
    expect(await told()).toEqual([
      '--user show deskhand.service --property=ActiveState,UnitFileState',
      '--user import-environment DISPLAY',
      '--user daemon-reload',
      '--user enable deskhand.service',
      '--user restart deskhand.service',
    ])
    const content = await readFile(unit, 'utf8')
    expect(content).toContain(
      `ExecStart="${process.execPath}" "--max-semi-space-size=4" "${programPath}" "start" "--json" "--home" "${program.folder.root}"\n`,
    )
    expect((await service(['status'])).stdout).toContain('it starts with your session and is running now')
    await told()

    expect(JSON.parse((await service(['install', '--json'])).stdout)).toMatchObject({ changed: false })
    expect((await told()).at(-1)).toBe('--user start deskhand.service')
    expect(await readFile(unit, 'utf8')).toBe(content)

    await service(['install', '--port', '8111'])
    expect((await told()).at(-1)).toBe('--user restart deskhand.service')
    expect(await readFile(unit, 'utf8')).toContain('"--port" "8111"')

    expect((await service(['uninstall'])).code).toBe(exitCode.ok)
    expect(await told()).toEqual(['--user disable --now deskhand.service', '--user daemon-reload'])
    await expect(readFile(unit)).rejects.toThrow('ENOENT')
    const again = await service(['uninstall', '--json'])
    expect(again.code).toBe(exitCode.ok)
    expect(JSON.parse(again.stdout)).toMatchObject({ installed: false, changed: false })
    expect(await told()).toEqual([])
  })

  it('only shows the file with --print', async () => {
    const { stdout } = await service(['install', '--print', '--json'])
    const { path, content } = JSON.parse(stdout) as { path: string; content: string }
    expect(content).toContain('Restart=on-failure')
    await expect(readFile(path)).rejects.toThrow('ENOENT')
    expect(await told()).toEqual([])
  })

  it('changes nothing when systemd cannot be reached', async () => {
    await writeFile(join(tools, 'deaf'), '')
    const { code, stderr } = await service(['install'])
    expect(code).toBe(exitCode.failed)
    expect(stderr).toContain('No medium found. It needs a session of your own on this machine')
    expect((await service(['status', '--json'])).stdout).toContain('"installed": false')
  })

  it('does not start a second service beside one that runs', async () => {
    const { pid } = await program.start()
    const { code, stderr } = await service(['install'])
    expect(code).toBe(exitCode.failed)
    expect(stderr).toContain(`Deskhand is already running as process ${pid}. Stop it with "deskhand stop"`)
  })
})

describe('deskhand service with launchd', () => {
  beforeEach(() => provide('launchctl', LAUNCHCTL))

  it('installs, takes up a change, and goes without a trace', async () => {
    const session = `gui/${process.getuid!()}`
    const target = `${session}/local.deskhand`
    const plist = join(program.home, 'Library/LaunchAgents/local.deskhand.plist')
    const asked = `print ${target}`
    const orders = async () => (await told()).filter((call) => call !== asked)

    expect(await service(['install'])).toMatchObject({ code: exitCode.ok, stderr: '' })
    expect(await orders()).toEqual([`bootstrap ${session} ${plist}`, `kickstart ${target}`])
    expect(await readFile(plist, 'utf8')).toContain(`<string>${programPath}</string>`)

    await service(['install'])
    expect(await orders()).toEqual([`kickstart ${target}`])

    await service(['install', '--port', '8111'])
    expect(await orders()).toEqual([
      `bootout ${target}`,
      `bootstrap ${session} ${plist}`,
      `kickstart ${target}`,
    ])

    expect((await service(['uninstall'])).code).toBe(exitCode.ok)
    expect(await orders()).toEqual([`bootout ${target}`])
    await expect(readFile(plist)).rejects.toThrow('ENOENT')
  })
})

it('says what to do where there is neither systemd nor launchd', async () => {
  const { code, stderr } = await service(['install'])
  expect(code).toBe(exitCode.failed)
  expect(stderr).toBe(
    'deskhand: Neither systemd nor launchd found. "deskhand start --background" runs it until you log out or stop it.\n',
  )
})
