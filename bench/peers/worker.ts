import { once } from 'node:events'
import { createRequire } from 'node:module'

export interface PeerOptions {
  readonly url: string
  readonly folder: string
  readonly places: number
  readonly count: number
}

export const options = JSON.parse(process.argv[2] ?? '{}') as PeerOptions
/** What was installed for this measurement alone. */
export const peerRequire = createRequire(options.folder)

/** A first round warms everything up; the second begins when it is told to. */
export async function measured(round: (count: number) => Promise<unknown>): Promise<void> {
  await round(Math.ceil(options.count / 4))
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
  await round(options.count)
  process.stdout.write('done\n')
}
