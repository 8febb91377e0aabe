import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sandboxHere } from './find-sandbox.ts'

const sandbox = await sandboxHere()

test.skipIf(!sandbox.works)('a user id without an account gets an environment too', async () => {
  if (!sandbox.works) return
  const module = new URL('program-environment.ts', import.meta.url).href
  const script = `
    const { insideEnvironment } = await import(${JSON.stringify(module)})
    const made = insideEnvironment('work', { home: '/home/nobody-here', environment: {}, toolchains: { path: [], read: [] } })
    process.stdout.write(JSON.stringify(made))`
  const nobody = ['--unshare-user', '--uid', '54321', '--bind', '/', '/', '--dev', '/dev', '--proc', '/proc']
  const node = [process.execPath, '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(sandbox.sandbox.program, [...nobody, '--', ...node])
  expect(JSON.parse(stdout)).toMatchObject({ USER: '54321', LOGNAME: '54321', SHELL: '/bin/sh' })
})
