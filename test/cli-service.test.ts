import { appendFile, chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram, type Program, type StartedService } from './program.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

interface Finding {
  readonly check: string
  readonly state: string
  readonly detail: string
}

const parsed = (text: string): unknown => JSON.parse(text)

describe('the command line, beside a stopped service', () => {
  it('makes, shows and removes the token', async () => {
    await using program = await newProgram()
    const made = (await program.run(['token', 'new'])).stdout.trim()
    expect(made).toMatch(/^[\w-]{43}$/)
    expect((await program.run(['token'])).stdout).toBe(`${made}\n`)
    expect(parsed((await program.run(['token', 'show', '--json'])).stdout)).toEqual({ token: made })
    const { mode } = await stat(join(program.folder.root, 'secrets.json'))
    expect(mode & 0o777).toBe(0o600)
    expect((await program.run(['token', 'off'])).code).toBe(exitCode.ok)
    expect((await program.run(['token'])).code).toBe(exitCode.failed)
    const environment = { DESKHAND_TOKEN: 'from-the-environment' }
    expect((await program.run(['token'], { environment })).stdout).toBe('from-the-environment\n')
    const refused = await program.run(['token', 'new'], { environment })
    expect(refused.stderr).toBe('deskhand: The token comes from DESKHAND_TOKEN; change it there.\n')
    expect(refused.code).toBe(exitCode.failed)
  })

  it('backs the database up and puts a backup back', async () => {
    await using program = await newProgram()
    const service = await program.start()
    const put = (value: string) => program.run(['api', 'store.put', '--key', 'note', '--body', value])
    expect(await put('"before"')).toMatchObject({ code: 0, stderr: '' })
    const running = await program.run(['restore', '--yes'])
    expect(running.code).toBe(exitCode.failed)
    expect(running.stderr).toContain('Stop the service first with "deskhand stop"')
    service.kill('SIGTERM')
    await service.ended
    const backup = parsed((await program.run(['backup', '--json'])).stdout) as { path: string; bytes: number }
    expect((await stat(backup.path)).size).toBe(backup.bytes)
    expect((await program.run(['backup', '--list'])).stdout).toContain(backup.path.split('/').at(-1))
    await program.start()
    expect(await put('"after"')).toMatchObject({ code: 0, stderr: '' })
    await program.run(['stop'])
    const unasked = await program.run(['restore'])
    expect(unasked.code).toBe(exitCode.usage)
    expect(unasked.stderr).toContain('Use --yes to restore without being asked.')
    expect((await program.run(['restore', 'no-such.db', '--yes'])).stderr).toContain('No backup')
    const restored = await program.run(['restore', backup.path.split('/').at(-1)!, '--yes'])
    expect(restored.stdout).toContain(`Restored ${backup.path}.`)
    expect(restored.stdout).toMatch(/The previous database was kept as .+\.replaced\./)
    await program.start()
    expect((await program.run(['api', 'store.get', '--key', 'note'])).stdout).toBe('"before"\n')
  })

  it('finds an altered line of the audit log', async () => {
    await using program = await newProgram()
    const service = await program.start()
    await program.run(['token', 'new'])
    await program.run(['token', 'off'])
    service.kill('SIGTERM')
    await service.ended
    const whole = await program.run(['audit', 'verify'])
    expect(whole.stdout).toMatch(/^All \d+ entries are as they were written\.\nThe end is (?:not )?anchored/)
    const shown = await program.run(['audit', '-n', '2'])
    expect(shown.stdout).toMatch(/settings\.change\/outcome +TOKEN +local-client/)
    expect(shown.stdout.trim().split('\n')).toHaveLength(3)
    const log = await readFile(program.folder.audit, 'utf8')
    await writeFile(program.folder.audit, log.replace('"TOKEN"', '"PORT"'))
    const altered = await program.run(['audit', 'verify'])
    expect(altered.stdout).toMatch(/^The audit log was altered: line \d of audit\.jsonl: /)
    expect(altered.code).toBe(exitCode.failed)
    expect(parsed((await program.run(['audit', 'verify', '--json'])).stdout)).toMatchObject({ ok: false })
  })
})

describe('the command line, beside a running service', () => {
  let program: Program
  let service: StartedService
  beforeAll(async () => {
    program = await newProgram()
    service = await program.start()
  })
  afterAll(() => program[Symbol.asyncDispose]())

  it('tells how the service is', async () => {
    const { code, stdout } = await program.run(['status'])
    expect(code).toBe(exitCode.ok)
    expect(stdout).toContain(`runs at ${service.address} (process ${service.pid}, for `)
    expect(stdout).toMatch(/^database +ok/m)
    expect(parsed((await program.run(['status', '--json'])).stdout)).toMatchObject({
      running: true,
      status: 'ok',
      pid: service.pid,
      address: service.address,
    })
  })

  it('opens the browser, or says what to open', async () => {
    expect((await program.run(['open', '--print'])).stdout).toBe(`${service.address}\n`)
    const nothing = await program.run(['open'], { environment: { PATH: '/nowhere' } })
    expect(nothing.stdout).toBe(`Open ${service.address} in your browser.\n`)
    const tools = join(program.home, 'tools')
    await mkdir(tools)
    for (const name of ['xdg-open', 'open']) {
      await writeFile(join(tools, name), `#!/bin/sh\necho "$1" > "${program.home}/opened"\n`)
      await chmod(join(tools, name), 0o755)
    }
    const opened = await program.run(['open'], { environment: { PATH: `${tools}:/usr/bin:/bin` } })
    expect(opened.stdout).toBe(`Opened ${service.address}\n`)
    // An opener that takes long is not waited for.
    await expect
      .poll(() => readFile(join(program.home, 'opened'), 'utf8').catch(() => ''))
      .toBe(`${service.address}\n`)
  })

  it('warns about settings that open more than the default, and about open files', async () => {
    const findings = async () => {
      const { stdout } = await program.run(['doctor', '--json'])
      const { findings: list } = parsed(stdout) as { findings: Finding[] }
      return new Map(list.map(({ check, ...finding }) => [check, finding]))
    }
    const before = await findings()
    expect(before.get('bind')).toEqual({ state: 'ok', detail: 'this machine only' })
    expect(before.get('settings')).toMatchObject({ state: 'ok' })
    expect(before.get('callers')).toMatchObject({ state: 'ok' })
    await program.run(['api', 'settings.update', '--body', '{"APPROVAL_MODE":"never"}'])
    await chmod(program.folder.root, 0o755)
    const after = await findings()
    expect(after.get('settings')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('APPROVAL_MODE'),
    })
    // The programs of the tests have no keyring; some machines have a journal.
    expect(after.get('audit')?.detail).toMatch(
      /^All \d+ entries are as they were written\. The end is (?:anchored in the system journal|not anchored.* Run Deskhand where)/,
    )
    expect(after.get('files')).toMatchObject({ state: 'problem', detail: expect.stringContaining('chmod') })
    expect((await program.run(['doctor'])).code).toBe(exitCode.failed)
    await chmod(program.folder.root, 0o700)
    await program.run(['api', 'settings.update', '--body', '{"APPROVAL_MODE":null}'])
  })

  it('changes the token while the service runs, and sends it from then on', async () => {
    const stream = program.launch(['api', 'events.stream'])
    await stream.wrote(/event: hello/)
    const token = (await program.run(['token', 'new'])).stdout.trim()
    const statusOf = async (headers = {}) => (await fetch(`${service.address}/api/store`, { headers })).status
    expect(await statusOf()).toBe(401)
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(200)
    const cut = await stream.ended
    expect(cut.code).toBe(exitCode.failed)
    expect(cut.stderr).toBe('deskhand: The service closed the stream: it stopped, or its token changed.\n')
    expect((await program.run(['api', 'store.list'])).code).toBe(exitCode.ok)
    const wrong = await program.run(['api', 'store.list'], { environment: { DESKHAND_TOKEN: 'wrong' } })
    expect(wrong).toMatchObject({
      code: exitCode.failed,
      stderr: 'deskhand: Wrong token.\n',
    })
    expect((await program.run(['token', 'off'])).stdout).toContain('Token removed')
    expect(await statusOf()).toBe(200)
  })

  it('shows the log, and what comes next with --follow', async () => {
    const last = await program.run(['logs', '-n', '1', '--json'])
    expect(parsed(last.stdout)).toMatchObject({ msg: expect.any(String) })
    const following = program.launch(['logs', '-f', '-n', '0'])
    // It looks at the file before it waits, so the line must come after that.
    const asks = setInterval(() => refusedRequest(service.address), 100)
    await following.wrote(/warn +request refused \{.*"url":"\/from-elsewhere"/)
    clearInterval(asks)
    following.kill('SIGINT')
    await following.ended
    // The service may have a line of its own to write after ours.
    await expect
      .poll(async () => {
        await appendFile(program.folder.log, 'not JSON \u001B[31m\n')
        return (await program.run(['logs', '-n', '1'])).stdout
      })
      .toBe('not JSON  [31m\n')
  })

  it('does not hang when the service does not run any more but was not stopped', async () => {
    await using other = await newProgram()
    const gone = await other.start()
    gone.kill('SIGKILL')
    await gone.ended
    expect((await other.run(['status'])).code).toBe(exitCode.notRunning)
    expect((await other.run(['stop'])).stdout).toBe('No service is running.\n')
  })
})

function refusedRequest(address: string): void {
  request(`${address}/from-elsewhere`, { headers: { host: 'evil.example' } }, (response) => response.resume())
    .on('error', () => {})
    .end()
}
