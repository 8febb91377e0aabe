import { main } from '../test/desktop/tasks/main.ts'

/** `npm run eval:desktop` does the tasks in `test/desktop/tasks` on a desktop of their own; see docs/computer-control.md. */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
process.exitCode = await main({
  args: process.argv.slice(2),
  environment: process.env,
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  signal: stopping.signal,
})
