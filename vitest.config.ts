import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/property-seed.ts'],
    globalSetup: ['test/install-components.ts', 'test/shell/build-shell.ts'],
    // Real processes, sockets and databases: two at a time is what a two-core machine carries.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    // What is waited for comes; how soon depends on what else the machine does.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
