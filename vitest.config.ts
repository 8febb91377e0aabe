import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          // After the units, which say sooner what is wrong.
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // Loading is most of what a short test takes, so that files share a process: each leaves it as it found it.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    setupFiles: ['test/property-seed.ts'],
    globalSetup: [
      'test/temporary-files.ts',
      'test/install-components.ts',
      'test/shell/build-shell.ts',
      'test/security/start-browser-host.ts',
    ],
    // Real processes, sockets, browsers and desktops: half of the time they wait, so three share two cores.
    pool: 'forks',
    maxWorkers: 3,
    // What is waited for comes; how soon depends on what else the machine does.
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 180_000,
  },
})
