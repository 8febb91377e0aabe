import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline'

/** Reads a program a line, runs it as if it were alone, and answers with what it printed or how it failed. */
const loop = `
import contextlib, io, json, sys, traceback
asked, answers = sys.stdin, sys.stdout
sys.stdin = io.StringIO()
for line in asked:
    wanted = json.loads(line)
    sys.argv = wanted["args"]
    printed = io.StringIO()
    failed = None
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(wanted["code"], wanted["args"][0], "exec"), {"__name__": "__main__"})
        except BaseException:
            failed = traceback.format_exc()
    print(json.dumps({"printed": printed.getvalue(), "failed": failed}), file=answers, flush=True)
`

type Python = ChildProcessByStdio<Writable, Readable, null>
interface Answer {
  readonly printed: string
  readonly failed: string | null
}

const running = new Map<string, { ask: (line: string) => Promise<Answer> }>()

/**
 * What a Python program prints. Starting Python and loading its modules takes longer than what tests ask of it, so that
 * one process runs all of them, one after the other. It ends with the tests, when nobody can ask it any more.
 */
export async function runPython(
  code: string,
  { args = ['-c'], python = 'python3' }: { args?: readonly string[]; python?: string } = {},
): Promise<string> {
  const interpreter = running.get(python) ?? startPython(python)
  running.set(python, interpreter)
  const { printed, failed } = await interpreter.ask(`${JSON.stringify({ code, args })}\n`)
  if (failed !== null) throw new Error(`The Python program failed.\n${failed}`)
  return printed
}

function startPython(python: string): { ask: (line: string) => Promise<Answer> } {
  const child: Python = spawn(python, ['-u', '-c', loop], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting: PromiseWithResolvers<Answer>[] = []
  createInterface({ input: child.stdout }).on('line', (line) =>
    waiting.shift()!.resolve(JSON.parse(line) as Answer),
  )
  const onEnd = (reason: unknown) => {
    running.delete(python)
    for (const one of waiting.splice(0)) one.reject(new Error(`${python} ended.`, { cause: reason }))
  }
  child.on('error', onEnd)
  child.on('exit', onEnd)
  child.unref()
  const pipes = [child.stdin, child.stdout] as unknown as readonly { ref(): void; unref(): void }[]
  for (const pipe of pipes) pipe.unref()
  return {
    async ask(line) {
      const answer = Promise.withResolvers<Answer>()
      waiting.push(answer)
      for (const pipe of pipes) pipe.ref()
      child.stdin.write(line)
      try {
        return await answer.promise
      } finally {
        if (waiting.length === 0) for (const pipe of pipes) pipe.unref()
      }
    },
  }
}
