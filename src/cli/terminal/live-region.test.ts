import { Readable, Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { LiveRegion } from './live-region.ts'
import { Terminal } from './terminal.ts'

function screen({ isTTY }: { isTTY: boolean }) {
  let written = ''
  const out = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString()
        done()
      },
    }),
    { isTTY, columns: 30, rows: 6 },
  )
  const terminal = new Terminal({ json: false, input: Readable.from([]), out, error: out, environment: {} })
  return { region: new LiveRegion(terminal), seen: () => rendered(written), written: () => written }
}

/** What a terminal shows after it was told to go up and clear. */
function rendered(text: string): string[] {
  let lines: string[] = []
  // oxlint-disable-next-line no-control-regex -- what a terminal is told
  for (const piece of text.split(/(\u001B\[\d+A\r\u001B\[J)/)) {
    const up = /\[(\d+)A/.exec(piece)?.[1]
    if (up === undefined) lines.push(...piece.split('\n').slice(0, -1))
    else lines = lines.slice(0, -Number(up))
  }
  return lines
}

it('replaces its lines in place, and keeps what was committed above them', () => {
  const { region, seen } = screen({ isTTY: true })
  region.show(['one', 'two'])
  region.commit(['done'])
  expect(seen()).toEqual(['done', 'one', 'two'])
  region.show(['three'])
  expect(seen()).toEqual(['done', 'three'])
  region.clear()
  expect(seen()).toEqual(['done'])
})

it('never shows more than it could take back', () => {
  const { region, seen } = screen({ isTTY: true })
  region.show(['x'.repeat(100), 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  expect(seen()).toEqual(['e', 'f', 'g', 'h'])
  region.show(['y'.repeat(100)])
  expect(seen()).toEqual([`${'y'.repeat(28)}…`])
})

it('writes only what stays where nobody watches', () => {
  const { region, written } = screen({ isTTY: false })
  region.show(['moving'])
  region.commit(['stays'])
  region.clear()
  expect(written()).toBe('stays\n')
})
