import { SCRATCH } from '../sandbox/scratch.ts'

/** Where things lie inside of the sandbox. */
export const inside = {
  pythonDriver: '/run/driver.py',
  javascriptDriver: '/run/driver.cjs',
  collector: '/run/collect.cjs',
  python: '/run/code.py',
  javascript: '/run/code.js',
  module: '/run/code.mjs',
  shell: '/run/code.sh',
} as const

const MAX_VALUE = 4_000

/**
 * Runs the code, keeps the value of its last line, and the drawings that were made and not saved. What it says about an
 * error begins in the code, not here.
 */
export const pythonDriver = `
import ast, builtins, linecache, os, sys, traceback

NAME = 'code.py'
with open('${inside.python}', encoding='utf-8') as file:
    source = file.read()
linecache.cache[NAME] = (len(source), None, source.splitlines(True), NAME)
sys.argv = [NAME]
sys.path[0] = '${SCRATCH}'

def tell(error, skipped):
    trace = error.__traceback__
    for _ in range(skipped):
        trace = trace.tb_next if trace else None
    traceback.print_exception(type(error), error, trace)
    sys.stdout.flush()
    sys.exit(1)

def keep_drawings():
    pyplot = sys.modules.get('matplotlib.pyplot')
    if pyplot is None or any(name.lower().endswith(('.png', '.jpg', '.jpeg', '.svg', '.pdf')) for name in os.listdir('${SCRATCH}/out')):
        return
    for number in pyplot.get_fignums():
        pyplot.figure(number).savefig('${SCRATCH}/out/figure-%d.png' % number)

try:
    tree = ast.parse(source, NAME)
except SyntaxError as error:
    tell(error, 1000)
last = None
if tree.body and isinstance(tree.body[-1], ast.Expr):
    last = ast.Expression(tree.body.pop().value)
scope = {'__name__': '__main__', '__builtins__': builtins}
try:
    exec(compile(tree, NAME, 'exec'), scope)
    value = eval(compile(last, NAME, 'eval'), scope) if last is not None else None
    keep_drawings()
    if value is not None:
        with open('${SCRATCH}/.value', 'w', encoding='utf-8') as file:
            file.write((value if isinstance(value, str) else repr(value))[:${MAX_VALUE}])
except SystemExit:
    raise
except BaseException as error:
    tell(error, 1)
`

/** As a script, whose last value is known; what only a module can say, as a module. */
export const javascriptDriver = `
const { readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { inspect } = require('node:util')
const vm = require('node:vm')
globalThis.require = createRequire('${SCRATCH}/code.js')
const keep = (value) => {
  if (value === undefined || typeof value === 'function') return
  const text = typeof value === 'string' ? value : inspect(value, { depth: 4, maxStringLength: ${MAX_VALUE} })
  writeFileSync('${SCRATCH}/.value', text.slice(0, ${MAX_VALUE}))
}
const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
let script
try {
  script = new vm.Script(readFileSync('${inside.javascript}', 'utf8'), { filename: 'code.js', importModuleDynamically })
} catch (error) {
  if (!(error instanceof SyntaxError)) throw error
}
if (script) Promise.resolve(script.runInThisContext()).then(keep)
else import("${inside.module}")
`

export const collectorLimits = {
  files: 100,
  /** Of one file. */
  bytes: 64 * 1024 * 1024,
  depth: 6,
}

/**
 * Runs after the code, in the same sandbox: hands out the files that it left, one line of JSON before each. Links lead
 * nowhere from here; they are left out all the same, as is whatever is hidden or no file.
 */
export const collector = `
const { closeSync, constants, fstatSync, openSync, readdirSync, readSync, writeSync } = require('node:fs')
const send = (bytes) => {
  for (let at = 0; at < bytes.length;)
    try {
      at += writeSync(4, bytes, at)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
}
const read = (path, most) => {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = fstatSync(handle)
    if (!fstatSync(handle).isFile()) return 'no file'
    if (size > most) return 'too large'
    const bytes = Buffer.alloc(size)
    return bytes.subarray(0, readSync(handle, bytes, 0, size, 0))
  } finally {
    closeSync(handle)
  }
}
const give = (name, bytes) => {
  send(Buffer.from(JSON.stringify({ name, size: bytes.length }) + '\\n'))
  send(bytes)
}
let files = 0
const leftOut = []
const walk = (folder, prefix, depth) => {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = prefix + entry.name
    const path = folder + '/' + entry.name
    if (entry.isDirectory() && depth > 1 && !entry.name.startsWith('.')) walk(path, name + '/', depth - 1)
    else if (!entry.isFile() || entry.name.startsWith('.')) leftOut.push([name, entry.isSymbolicLink() ? 'a link' : 'no plain file'])
    else if (files >= ${collectorLimits.files}) leftOut.push([name, 'more than ${collectorLimits.files} files'])
    else {
      const bytes = read(path, ${collectorLimits.bytes})
      if (typeof bytes === 'string') leftOut.push([name, bytes])
      else {
        files += 1
        give('out/' + name, bytes)
      }
    }
  }
}
try {
  give('value', read('${SCRATCH}/.value', ${MAX_VALUE * 4}))
} catch {}
try {
  walk('${SCRATCH}/out', '', ${collectorLimits.depth})
} catch {}
give('left_out', Buffer.from(JSON.stringify(leftOut.slice(0, 50))))
process.exitCode = Number(process.argv[2])
`
