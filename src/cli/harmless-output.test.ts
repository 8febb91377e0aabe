import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { LiveRegion } from './terminal/live-region.ts'
import { Terminal } from './terminal/terminal.ts'
import { harmlessJson } from './terminal/text-width.ts'

/** Each would do something to the terminal of whoever reads it, not only say something. */
const attacks = {
  'a link that hides its address (OSC 8)': '\u001b]8;;https://evil.test\u0007safe\u001b]8;;\u0007',
  'writing to the clipboard (OSC 52)': '\u001b]52;c;cm0gLXJmIH4=\u0007',
  'a title of the window (OSC 0, ended by ST)': '\u001b]0;mine\u001b\\',
  'clearing the screen and moving the cursor (CSI)': 'rm -rf ~\u001b[2J\u001b[1;1Hls',
  'hiding what follows (SGR 8)': '\u001b[8mrm -rf ~\u001b[28m',
  'a colour of the background': '\u001b[38;5;15;48;5;15mrm -rf ~',
  'the same with C1 controls': '\u009b2J\u009d52;c;cm0=\u009c',
  'a question to the terminal (DA, DECRQSS)': '\u001b[c\u001bP$qm\u001b\\',
  'going back over what was written': 'rm -rf ~\rls      \b\b',
  'the order of letters turned round': 'photo\u202egnp.sh',
}

function screen(isTTY: boolean, json = false) {
  const [out, error] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY }),
  )
  const terminal = new Terminal({ json, input: new PassThrough(), out: out!, error: error!, environment: {} })
  const end = async () => {
    out!.end()
    error!.end()
    return [await text(out!), await text(error!)] as const
  }
  return { terminal, end }
}

/** Everything that a terminal obeys, but for lines, tabs and plain colours. */
const OBEYED =
  // oxlint-disable-next-line no-control-regex -- what must not be there
  /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\u001b(?!\[\d\d?m)|\u001b\[8m/

test.each(Object.entries(attacks))('%s does not reach the screen', async (_name, attack) => {
  const { terminal, end } = screen(true)
  terminal.print(`Name: ${attack}`)
  terminal.hint(attack)
  terminal.problem(attack)
  using region = new LiveRegion(terminal)
  region.commit([attack])
  const [out, error] = await end()
  // Control: as it is, it would have.
  expect(attack).toMatch(OBEYED)
  expect(out).not.toMatch(OBEYED)
  expect(error).not.toMatch(OBEYED)
})

test('our own colours do reach it', async () => {
  const { terminal, end } = screen(true)
  terminal.print(terminal.style('red', 'no'))
  expect((await end())[0]).toBe('\u001b[31mno\u001b[39m\n')
})

test('what another program reads is as it was', async () => {
  const { terminal, end } = screen(false)
  terminal.print('a\u001b[2Jb')
  expect((await end())[0]).toBe('a\u001b[2Jb\n')
})

test.each(Object.entries(attacks))('in JSON, %s is written out and means the same', async (_name, attack) => {
  expect(harmlessJson({ attack })).not.toMatch(OBEYED)
  expect(JSON.parse(harmlessJson({ attack }))).toEqual({ attack })
})
