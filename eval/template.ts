import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../src/contract/errors.ts'
import type { Embedder } from '../src/platform/embedding/embedder.ts'
import { callTool, openWorkspace, type Workspace } from './workspace.ts'
import type { MailCatcher } from './mail-catcher.ts'
import { madeByTools, makeHome } from './made-home.ts'
import { madeAppointments, madeStore } from './made-tables.ts'
import { fingerprint, type Fingerprint } from './state.ts'

export interface TriedModel {
  readonly provider: string
  readonly model: string
  readonly baseUrl?: string | undefined
  readonly key?: string | undefined
}

/** A home and a data folder that every wish gets a copy of. */
export interface Template {
  readonly root: string
  readonly before: Fingerprint
  /** What the trial of the model has found, in a sentence. */
  readonly modelMessage: string
}

export interface TemplateOptions {
  readonly root: string
  readonly model: TriedModel
  readonly mail: Pick<MailCatcher, 'port'>
  readonly embedder: Embedder
  readonly signal: AbortSignal
}

/** Makes everything once, and finds out whether the model answers before anything is spent on it. */
export async function makeTemplate({
  root,
  model,
  mail,
  embedder,
  signal,
}: TemplateOptions): Promise<Template> {
  await mkdir(root, { recursive: true })
  await makeHome(join(root, 'home'))
  await using workspace = await openWorkspace(root, embedder)
  const modelMessage = await tryModel(workspace, model, signal)
  await workspace.client.settings.update({
    body: {
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: mail.port,
      EMAIL_SMTP_SECURITY: 'none',
      EMAIL_FROM: 'ada@example.test',
      EMAIL_SENT_COPY: false,
      USER_NAME: 'Ada Lovelace',
    },
  })
  for (const call of [...madeByTools(), ...madeAppointments()]) await callTool(workspace, call)
  for (const [key, value] of Object.entries(madeStore))
    await workspace.client.store.put({ params: { key }, body: value })
  return { root, before: await fingerprint(workspace), modelMessage }
}

async function tryModel({ client }: Workspace, tried: TriedModel, signal: AbortSignal): Promise<string> {
  const { provider, model, baseUrl, key } = tried
  await client.settings.update({
    body: {
      LLM_PROVIDER: provider,
      LLM_MODEL: model,
      ...(baseUrl !== undefined && { LLM_BASE_URL: baseUrl }),
      ...(key !== undefined && { LLM_API_KEY: key }),
    },
  })
  const { ok, message } = await client.models.test({ body: {} }, signal)
  if (!ok) throw new AppError('unavailable', message)
  return message
}
