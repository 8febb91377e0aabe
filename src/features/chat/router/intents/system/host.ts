import { defineIntent } from '../../define-intent.ts'

const system =
  '(os|operating system|kernel|linux|distro|distribution|version of (linux|ubuntu|debian|windows|macos))'

export const intent = defineIntent({
  name: 'system.host',
  label: 'About this machine',
  example: 'Which operating system am I running?',
  templates: [
    '(hostname|uname|uname -a|system info|system information)',
    "[<show>|what is] (<my>|<my> <machine>'s) (hostname|host name|computer name|machine name)",
    'what is <my> <machine> called',
    '[<show>|what is] [the] name of <my> <machine>',
    'what <machine> is this',
    '[<show>] [all] [info|information|details] about <my> <machine>',
    `(what|which) ${system} [version] (am i (running|using|on)|do i (have|use|run)|is this|is installed|is running) [on <my> <machine>]`,
    `(what|which) ${system} [version] (does <my> <machine> (run|have|use)|is <my> <machine> running)`,
    '(what is|<show>) <my> (os|operating system|kernel) [version]',
    '[what|which] (os|operating system|kernel) [version]',
    'how many (cores|cpus|processors) (does <my> <machine> have|do i have)',
    '(what|which) <processor> (do i have|does <my> <machine> have|is in <my> <machine>)',
  ],
  async act({ writer }, { metrics }) {
    const { host, cpu } = await metrics()
    const cores = `${cpu.cores} ${cpu.cores === 1 ? 'core' : 'cores'}`
    writer.say(
      `This machine is called ${host.name} and runs ${host.os}, kernel ${host.kernel}, on ${host.arch} with ${cores}.`,
    )
  },
})
