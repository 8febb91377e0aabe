import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/property-seed.ts'],
    globalSetup: ['test/install-components.ts', 'test/shell/build-shell.ts'],
    // Real processes, sockets, browsers and desktops: half of the time they wait, so three share two cores.
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 60_000,
    // What is waited for comes; how soon depends on what else the machine does.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
