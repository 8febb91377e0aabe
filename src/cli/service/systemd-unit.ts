import type { StartPlan } from './supervisor.ts'

/**
 * The unit for the systemd of a user. What restricts it restricts the user's own programs that it starts, and plugins
 * bring namespaces of their own, so it only gets what neither of them misses.
 */
export function systemdUnit({ command: [program, ...args], environment }: StartPlan): string {
  return [
    '# Written by "deskhand service install", which also brings it up to date.',
    '[Unit]',
    'Description=Deskhand, a local agent service',
    'StartLimitIntervalSec=60',
    'StartLimitBurst=5',
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${[quoted(program), ...args.map((word) => quoted(word).replaceAll('$', '$$$$'))].join(' ')}`,
    ...Object.entries(environment).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    'Restart=on-failure',
    'RestartSec=2',
    '# A wrong command line does not get better by repeating it.',
    'RestartPreventExitStatus=64',
    '# It ends its children itself; what is left after that is killed.',
    'KillMode=mixed',
    'TimeoutStopSec=30',
    '# A child that took too much memory is not the end of the service.',
    'OOMPolicy=continue',
    'NoNewPrivileges=yes',
    'RestrictSUIDSGID=yes',
    'RestrictRealtime=yes',
    'LockPersonality=yes',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')
}

/** As systemd.syntax(7) has it; % would begin a specifier. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`
}
