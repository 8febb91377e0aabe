import { main } from '../test/desktop/tasks/main.ts'

/** Every task on a desktop three times in a row, by its script, on X11 and on sway. `node prove/desktop-tasks.ts 1` once. */
const times = process.argv[2] ?? '3'
const never = new AbortController()
for (const desktop of [[], ['--wayland']]) {
  console.log(desktop.length === 0 ? 'X11' : 'sway')
  const code = await main({
    args: [...desktop, '--repeat', times],
    environment: process.env,
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    signal: never.signal,
  })
  if (code !== 0) process.exitCode = code
}
