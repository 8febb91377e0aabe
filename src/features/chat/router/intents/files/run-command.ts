import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, required } from '../../define-intent.ts'

const terminal = '(in|on|from|using|with) [the|a|my] (terminal|shell|command line|console|bash)'

/** In quotes, with options, or by a name that is no word of a language. */
const isCommand =
  /^(["'`]).+\1$|^[a-z][\w.-]* (?:.* )?--?[a-z]|^(?:pwd|ls|whoami|df|du|ps|uname|htop|hostname|ifconfig|lsblk|lscpu|lsusb|lspci|netstat|dmesg|nproc|printenv|traceroute|nslookup|(?:git|npm|npx|docker|systemctl|journalctl|apt|brew|curl|ping|grep) [\w./:@-]+)$/

export const intent = defineIntent({
  name: 'RUN_TERMINAL',
  label: 'Run a command',
  example: 'Run ls -la in the terminal',
  effect: 'starts',
  slots: { command: required.text },
  needs: ['command'],
  isExact: true,
  templates: [
    `${terminal} (run|execute|type|do) [the command] [:] {command:exact}`,
    `(run|execute|type) [the] [[shell|terminal|bash] command] [:] {command:exact} ${terminal}`,
    '(run|execute) [the|this|a] [shell|terminal|bash] command [:] {command:exact}',
    '(shell|terminal|bash) : {command:exact}',
    '(run|execute) {quoted:exact}',
    '$ {command:exact}',
  ],
  fill({ command, quoted }) {
    // What is run without a word of a terminal is a command by its quotes or its options: "run ls -la".
    const isSure = typeof quoted !== 'string' || isCommand.test(quoted)
    const text = ((command ?? quoted) as string).trim().replace(/^(["'`])(.*)\1$/s, '$2')
    return isSure && text !== '' ? { command: text } : undefined
  },
  async act(understood, port) {
    const { command } = understood.slots
    const askBecause = `This runs the command ${command} on this machine.`
    await callTool(port, understood, { action: 'RUN_TERMINAL', args: { command }, says: true, askBecause })
  },
})
