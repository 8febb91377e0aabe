import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
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
    // Real processes, sockets, browsers and desktops: more than half of the time they wait, so seven share two cores.
    pool: 'forks',
    maxWorkers: 7,
    // Objects of a test die young: with more room for them, less of the processor goes into collecting them.
    execArgv: ['--max-semi-space-size=64'],
    // What is waited for comes; how soon depends on what else the machine does.
    testTimeout: 180_000,
    expect: { poll: { timeout: 150_000 } },
    hookTimeout: 180_000,
  },
})
