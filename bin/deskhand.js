#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence instead of a syntax error.
import { existsSync } from 'node:fs'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `Deskhand needs Node 24 or newer, and this is ${process.version}: install a newer one. (In a checkout, "npm start" uses the right one.)\n`,
  )
  process.exit(1)
}
const { keepCompiledCode } = await import('./compile-cache.js')
keepCompiledCode()
// The way from any object to its prototype by name; nothing here uses it, and a forged request could.
Reflect.deleteProperty(Object.prototype, '__proto__')

// A checkout runs its TypeScript as it is; a package has only what was built from it.
const source = new URL('../src/program/main.ts', import.meta.url)
const built = new URL('../dist/src/program/main.js', import.meta.url)
const { main } = await import((existsSync(source) ? source : built).href)
process.exitCode = await main(process.argv.slice(2))
