import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright-core'

const whole = '/usr/bin/chromium'
/** The same engine without windows: a page in a new profile takes a sixth of the processor. */
const headless = '/usr/bin/chromium-headless-shell'
const executablePath = existsSync(headless) ? headless : whole

/** A machine that proves the project must have it; elsewhere what needs it is skipped. */
export const canBrowse = existsSync(whole) || Boolean(process.env['CI'])

/**
 * The machine's own Chromium. Names of the test go to this machine, all others nowhere; its check whether a page may
 * reach the local network is off, because the service must not need it.
 */
export const chromiumOptions: LaunchOptions = {
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
    '--host-resolver-rules=MAP evil.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 0.0.0.0, EXCLUDE [::1]',
  ],
}
