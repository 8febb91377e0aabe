import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startPolicyServer } from '../desktop/policy-server.ts'
import { serviceEnvironment } from '../desktop/real-stage.ts'
import { hasDesktop, startDesktop } from '../desktop/stage.ts'
import { canBrowse } from '../security/chromium.ts'
import { Keys } from './keys.ts'
import { seriousViolations, startShellStage } from './stage.ts'

const TIMEOUT = 300_000

describe.skipIf(!canBrowse || !hasDesktop)('the page of the desk', () => {
  test('shows what a task sees, does and asks, and stops it', { timeout: TIMEOUT }, async () => {
    await using desktop = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' })
    await using server = await startPolicyServer()
    await using stage = await startShellStage({ environment: serviceEnvironment({ desktop, server }) })
    await mkdir(join(dirname(stage.service.folder.root), 'Documents'))
    const patience = { timeout: 120_000 }
    const { page, complaints } = await stage.open('/computer')
    server.script.push(
      {
        name: 'CLICK_AT',
        args: { x: 640, y: 360, reason: 'The middle is a good place.' },
        plan: [
          { text: 'Click the middle', state: 'done' },
          { text: 'Make <b>the</b> file', state: 'doing' },
          { text: 'Print it', state: 'given_up' },
        ],
      },
      { name: 'RUN_TERMINAL', args: { command: 'touch Documents/made', reason: 'A file is wanted.' } },
    )
    // After these two it thinks for ever.
    server.mode = 'slow'
    const keys = new Keys(page)
    await keys.fill(page.getByLabel('What should Deskhand do on the desktop?'), 'Make a file')
    await keys.use(page.getByRole('button', { name: 'Start' }))
    // The field has gone with the beginning; the next key would stop the task.
    await expect.poll(() => keys.at(), patience).toContain('Stop now')
    await page.getByText('The middle is a good place.').waitFor(patience)
    await page.getByAltText('The screen after 1 actions').waitFor(patience)
    const plan = page.getByRole('region', { name: 'Plan' })
    await plan.getByText('1 of 3 done').waitFor(patience)
    expect(await plan.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Click the middle') as string,
      expect.stringContaining('Make <b>the</b> file') as string,
      expect.stringContaining('Print it') as string,
    ])
    await page.getByRole('heading', { name: 'Run `touch Documents/made`?' }).waitFor(patience)
    expect(await seriousViolations(page)).toEqual([])
    await keys.use(page.getByRole('button', { name: 'Approve and run' }))
    await page.getByText('The command ended with exit code 0.').waitFor(patience)
    // Another tab finds the task as it stands.
    const second = await stage.open('/computer', { beside: page })
    await second.page.getByText('The command ended with exit code 0.').waitFor(patience)
    await new Keys(second.page).use(second.page.getByRole('button', { name: 'Stop now' }))
    for (const tab of [page, second.page]) {
      await tab.getByText('Stopped by request.').waitFor(patience)
      await tab.getByRole('button', { name: 'Start' }).waitFor(patience)
      const changes = tab.getByRole('region', { name: 'What changed' })
      await changes.getByText('Files created: Documents/made').waitFor(patience)
      await changes.getByText('Approved by you: Run `touch Documents/made`?').waitFor(patience)
    }
    expect(await seriousViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('shows that a false end was caught, and the next one confirmed', { timeout: TIMEOUT }, async () => {
    await using desktop = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' })
    await using server = await startPolicyServer()
    await using stage = await startShellStage({ environment: serviceEnvironment({ desktop, server }) })
    const patience = { timeout: 120_000 }
    const { page, complaints } = await stage.open('/computer')
    server.script.push(
      { name: 'DONE', args: { summary: 'It is clicked.' } },
      { name: 'CLICK_AT', args: { x: 640, y: 360 } },
      { name: 'DONE', args: { summary: 'Now it is clicked.' } },
    )
    server.verdicts.push({ reached: false, because: 'Nothing was clicked.' })
    const keys = new Keys(page)
    await keys.fill(page.getByLabel('What should Deskhand do on the desktop?'), 'Click the middle')
    await keys.use(page.getByRole('button', { name: 'Start' }))
    await page.getByText('Now it is clicked.').waitFor(patience)
    const checks = page.getByRole('list', { name: 'Checks of the result' })
    expect(await checks.getByRole('listitem').allInnerTexts()).toEqual([
      'Result checked: not done yet. Nothing was clicked.',
      'Result checked: done.',
    ])
    await page
      .getByRole('region', { name: 'What changed' })
      .getByText('No change was seen.')
      .waitFor(patience)
    expect(await seriousViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
