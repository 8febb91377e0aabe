import { expect, test, vi } from 'vitest'
import { proveKill } from '../prove/storage-kill.ts'
import { proveMigrationKill } from '../prove/storage-migration.ts'
import { provePowerCut } from '../prove/storage-power-cut.ts'
import { requireStrace } from './storage-strace.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

test('kill -9 at random moments loses nothing that was acknowledged', async ({ signal }) => {
  const proof = await proveKill({ kills: 8, signal })

  expect(proof.acknowledged).toBeGreaterThan(100)
  expect(proof).toMatchObject({ kills: 8, lost: 0, torn: 0, unsound: 0, incidents: 0 })
})

// As many moments as find the loss below, where there is one. `npm run prove` cuts at 200.
const CUTS = 10

test('a power cut at any moment loses nothing that was acknowledged', async (context) => {
  requireStrace(context)
  const proof = await provePowerCut({ cuts: CUTS, signal: context.signal })

  expect(proof.acknowledged).toBeGreaterThan(100)
  expect(proof).toMatchObject({
    cuts: CUTS,
    disks: 2 * CUTS,
    disks_with_loss: 0,
    torn: 0,
    unsound: 0,
    incidents: 0,
  })
})

test('the power cut finds the loss where a commit does not wait for the disk', async (context) => {
  requireStrace(context)
  const proof = await provePowerCut({ cuts: CUTS, signal: context.signal, synchronous: 'NORMAL' })

  expect(proof.disks_with_loss).toBeGreaterThan(0)
})

test('after a sync that failed, a power cut still loses nothing that was acknowledged', async (context) => {
  requireStrace(context)
  const proof = await provePowerCut({ cuts: CUTS, signal: context.signal, failSync: 25 })

  expect(proof.rejected).toBeGreaterThan(0)
  expect(proof.acknowledged).toBeGreaterThan(100)
  expect(proof).toMatchObject({ cuts: CUTS, disks_with_loss: 0, torn: 0, unsound: 0, incidents: 0 })
})

test('kill -9 in a migration leaves the version before or the version after', async ({ signal }) => {
  const proof = await proveMigrationKill({ kills: 5, signal })

  expect(proof).toMatchObject({ kills: 5, between: 0, stuck: 0, incidents: 0 })
})
