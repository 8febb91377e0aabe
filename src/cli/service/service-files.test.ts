import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataFolder } from '../../platform/data-folder.ts'
import { launchdPlist } from './launchd-plist.ts'
import type { StartPlan } from './supervisor.ts'
import { systemdUnit } from './systemd-unit.ts'

const ANALYZE = '/usr/bin/systemd-analyze'
const PYTHON = '/usr/bin/python3'
/** Everything that means something to systemd or in XML. */
const ODD = `a b"c\\d%h'e$HOME&<f>`

/** Systemd takes no quotes and backslashes in the path of a program. */
const ODD_PROGRAM = 'a b%h$HOME&<c>'

let folder: string
let plan: StartPlan

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-unit-'))
  await mkdir(join(folder, ODD_PROGRAM))
  const program = join(folder, ODD_PROGRAM, 'node')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  plan = {
    command: [program, join(folder, ODD, 'deskhand.js'), 'start', '--home', ODD],
    environment: { PATH: `/usr/bin:/home/${ODD}` },
    folder: dataFolder({ DESKHAND_HOME: join(folder, ODD) }),
  }
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test.skipIf(!existsSync(ANALYZE))(
  'systemd has nothing against the unit and finds the program in it',
  async () => {
    const unit = join(folder, 'deskhand.service')
    const verify = () =>
      spawnSync(ANALYZE, ['--user', '--man=no', 'verify', unit], {
        encoding: 'utf8',
        env: { HOME: folder, XDG_RUNTIME_DIR: folder, PATH: '/usr/bin:/bin' },
      })
    await writeFile(unit, systemdUnit(plan))
    const { status, stderr } = verify()
    expect(stderr).not.toContain('deskhand.service')
    expect(status).toBe(0)
    await rm(plan.command[0])
    expect(verify().stderr).toContain('is not executable')
  },
)

test('words of the command reach the service as they are', () => {
  const line = systemdUnit(plan)
    .split('\n')
    .find((each) => each.startsWith('ExecStart='))!
  expect(line).toContain(`"--home" "a b\\"c\\\\d%%h'e$$HOME&<f>"`)
})

test.skipIf(!existsSync(PYTHON))('the property list reads back as it was meant', () => {
  const code = 'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
  const { stdout, stderr } = spawnSync(PYTHON, ['-c', code], {
    input: launchdPlist(plan),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    Label: 'local.deskhand',
    ProgramArguments: plan.command,
    EnvironmentVariables: plan.environment,
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    StandardErrorPath: plan.folder.logs + '/start.log',
  })
})
