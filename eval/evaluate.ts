import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../src/contract/errors.ts'
import { createEmbedder } from '../src/platform/embedding/embedder.ts'
import { hasGit } from './made-home.ts'
import { catchMail } from './mail-catcher.ts'
import { hasMailbox, openMailbox } from './mailbox.ts'
import { runWish, type Inspection, type WishResult } from './run-wish.ts'
import { makeTemplate, type TriedModel } from './template.ts'
import type { Need, Wish } from './wish.ts'

export interface EvaluationOptions {
  readonly wishes: readonly Wish[]
  readonly model: TriedModel
  readonly repeat?: number
  /** How often each wish was run already. */
  readonly done?: (id: string) => number
  readonly signal: AbortSignal
  /** Told once the model has answered. */
  readonly onReady?: (modelMessage: string) => void
  readonly onResult: (result: WishResult) => void | Promise<void>
  readonly inspect?: (wish: Wish) => Inspection
}

/** So many wishes in a row that the provider fails at are enough to stop: the rest would fail as well. */
const MAX_FAILURES = 3

/** Runs each wish in a home of its own. Whatever happens, nothing of it is left behind. */
export async function evaluate(options: EvaluationOptions): Promise<void> {
  const { wishes, model, repeat = 1, done = () => 0, signal, onReady, onResult, inspect } = options
  await using opened = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'deskhand-eval-'))
  opened.defer(() => rm(root, { recursive: true, force: true }))
  const mail = opened.use(await catchMail())
  const embedder = createEmbedder()
  opened.defer(() => embedder.close())
  const template = await makeTemplate({ root: join(root, 'template'), model, mail, embedder, signal })
  onReady?.(template.modelMessage)
  const wantsMailbox = wishes.some(({ needs }) => needs?.includes('mailbox'))
  const mailbox = wantsMailbox ? opened.use(await openMailbox()) : undefined
  let count = 0
  let failures = 0
  for (const wish of wishes) {
    for (let time = done(wish.id); time < repeat; time += 1) {
      signal.throwIfAborted()
      const stage = { template, mail, mailbox, embedder, root: join(root, `wish-${(count += 1)}`), signal }
      const result = await runWish(wish, stage, inspect?.(wish))
      await onResult(result)
      failures = result.verdict === 'error' ? failures + 1 : 0
      if (failures >= MAX_FAILURES)
        throw new AppError(
          'upstream_failed',
          `The provider failed ${MAX_FAILURES} times in a row. The last time: ${result.reason}`,
        )
    }
  }
}

const present: Readonly<Record<Need, () => boolean>> = {
  git: () => hasGit,
  mailbox: () => hasMailbox,
  sandbox: () => process.platform === 'linux',
}

/** What this machine would need for a wish and does not have. */
export function missingFor({ needs = [] }: Wish): Need | undefined {
  return needs.find((need) => !present[need]())
}
