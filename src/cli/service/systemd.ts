import { homedir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../command-error.ts'
import { exitCode } from '../exit-codes.ts'
import { runProgram } from './run-program.ts'
import type { Supervisor } from './supervisor.ts'
import { systemdUnit } from './systemd-unit.ts'

const UNIT = 'deskhand.service'

/** What programs on the desktop need to find it. */
const DESKTOP = ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'XDG_CURRENT_DESKTOP', 'XDG_SESSION_TYPE']

/** The systemd of the user, asked with `systemctl --user`. */
export function systemd(systemctl: string, environment: NodeJS.ProcessEnv): Supervisor {
  const home = environment['HOME'] || homedir()
  const folder = join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'systemd', 'user')
  const ask = async (...words: string[]): Promise<string> => {
    const { code, output, complaint } = await runProgram(systemctl, ['--user', ...words], environment)
    if (code === 0) return output
    throw new CommandError(
      `systemd refused "systemctl --user ${words.join(' ')}": ${complaint.replace(/\.$/, '')}. It needs a session of your ` +
        'own on this machine; "deskhand start --background" does without.',
      exitCode.failed,
    )
  }
  return {
    name: 'systemd',
    path: join(folder, UNIT),
    advice: 'It runs while you are logged in. To keep it running after that, use "loginctl enable-linger".',
    contentFor: systemdUnit,
    async state() {
      const output = await ask('show', UNIT, '--property=ActiveState,UnitFileState')
      return {
        isRunning: /^ActiveState=(?:active|activating|reloading)$/m.test(output),
        isEnabled: /^UnitFileState=enabled/m.test(output),
      }
    },
    async takeUp({ hasChanged }) {
      // Most desktops tell systemd where they are. For the others this session is told now.
      const known = DESKTOP.filter((name) => environment[name])
      if (known.length > 0) await ask('import-environment', ...known)
      await ask('daemon-reload')
      await ask('enable', UNIT)
      await ask(hasChanged ? 'restart' : 'start', UNIT)
    },
    async drop(removeFile) {
      await ask('disable', '--now', UNIT)
      await removeFile()
      await ask('daemon-reload')
    },
  }
}
