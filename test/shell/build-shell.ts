import { execFileSync } from 'node:child_process'
import { glob, stat } from 'node:fs/promises'

/** Builds the page once before the tests, when what it is made of is newer than what was built. */
export async function setup(): Promise<void> {
  const built = await stat('web/dist/index.html').catch(() => undefined)
  if (built && built.mtimeMs > (await newestSource())) return
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'], {
    stdio: 'inherit',
    // The tests' own environment would make it a build for development, three times as large.
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

async function newestSource(): Promise<number> {
  let newest = 0
  for await (const file of glob([
    'web/*.{ts,html,json}',
    'web/{src,public}/**/*.*',
    'src/components/**/*.{ts,tsx}',
  ]))
    newest = Math.max(newest, (await stat(file)).mtimeMs)
  return newest
}
