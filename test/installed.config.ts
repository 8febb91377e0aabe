import { defineConfig } from 'vitest/config'

/** What `test/package.test.ts` runs against an install: the tests that start the program as a user does. */
export default defineConfig({
  test: {
    include: [
      'test/{start-stop,acp,cli,cli-*,mcp-stdio,unix-socket,backup-round-trip}.test.ts',
      'test/desktop/computer-service.test.ts',
    ],
    isolate: false,
    pool: 'forks',
    maxWorkers: 4,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 150_000 } },
  },
})
