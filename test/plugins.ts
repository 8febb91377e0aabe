import { chmod, cp, mkdir, mkdtempDisposable, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Provenance } from '../src/contract/endpoint.ts'
import type { Envelope } from '../src/contract/envelope.ts'
import { silentLog, type Log } from '../src/contract/log.ts'
import type { ToolProgress } from '../src/contract/tool.ts'
import { createNotifications } from '../src/features/notifications/notifications.ts'
import { createPlugins, type PluginsDeps } from '../src/features/plugins/plugins.ts'
import { createSettings } from '../src/features/settings/settings-store.ts'
import { Store } from '../src/features/store/store.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../src/features/tools/tool-runner.ts'
import { createAuditLog } from '../src/platform/audit/audit-log.ts'
import { dataFolder } from '../src/platform/data-folder.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { findSandbox, type SandboxState } from '../src/platform/sandbox/find-sandbox.ts'
import { readPluginFolder } from '../src/platform/sandbox/plugin-folder.ts'
import { openSecretStore } from '../src/platform/secrets/secret-store.ts'
import { definePlugin } from '../src/contract/tool.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

export interface PluginSource {
  readonly manifest?: Readonly<Record<string, unknown>>
  /** The module, or all files by name. */
  readonly files: string | Readonly<Record<string, string>>
}

/** Plugins with everything around them for real: a database, a catalog, approvals and the tool runner. */
export async function openTestPlugins(options: Partial<PluginsDeps> = {}) {
  const opened = new AsyncDisposableStack()
  const infrastructure = await openInfrastructure(opened)
  const fetch = options.fetch ?? (() => Promise.reject(new TypeError('This test has no network.')))
  const { runner, catalog, progressed } = createTools(infrastructure, fetch)
  const { folder, home } = infrastructure
  const open = () =>
    // A busy machine takes its time to start a process.
    createPlugins({
      ...infrastructure,
      catalog,
      fetch,
      findSandbox: sandboxHere,
      loadSeconds: 120,
      ...options,
    })
  let plugins = open()
  opened.defer(() => plugins.close())
  const describe = async (agent: string) => (await plugins.list()).plugins.find((one) => one.agent === agent)!

  return {
    folder,
    home,
    settings: infrastructure.settings,
    store: infrastructure.store,
    notifications: infrastructure.notifications,
    audit: infrastructure.audit,
    lines: infrastructure.lines,
    catalog,
    progressed,
    describe,
    get plugins() {
      return plugins
    },
    /** As after a restart of the service. */
    async reopen() {
      await plugins.close()
      plugins = open()
      await plugins.start()
    },
    write: (agent: string, source: PluginSource) => writePlugin(join(folder.plugins, agent), source),
    async enable(agent: string) {
      return plugins.enable(agent, (await describe(agent)).hash!)
    },
    /** Finds a folder that is new, and enables what is in it. */
    async load(agent: string) {
      return plugins.enable(agent, (await readPluginFolder(join(folder.plugins, agent))).hash)
    },
    /** Calls a tool as somebody who was asked and said yes, unless said otherwise. */
    async run(
      action: string,
      args: Record<string, unknown> = {},
      { approved = true, provenance = 'model', signal = AbortSignal.timeout(150_000) }: RunOptions = {},
    ): Promise<Envelope & { code: string | undefined }> {
      const envelope = await runner.run({ action, args, approved, provenance, signal })
      return { ...envelope, code: (envelope.data as { error?: { code: string } } | null)?.error?.code }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function openInfrastructure(opened: AsyncDisposableStack) {
  const temporary = opened.use(await mkdtempDisposable(join(tmpdir(), 'deskhand-plugins-')))
  const home = await realpath(temporary.path)
  const folder = dataFolder({ DESKHAND_HOME: join(home, 'data') })
  await mkdir(folder.root, { mode: 0o700 })
  const now = () => new Date()
  const lines: { fields: Record<string, unknown>; message: string }[] = []
  const write = (fields: object, message: string) => {
    lines.push({ fields: fields as Record<string, unknown>, message })
  }
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const { database: path, backups: backupFolder } = folder
  const database = await openDatabase({ path, backupFolder, migrations, now, log: silentLog })
  opened.defer(() => database.close())
  const audit = createAuditLog({ path: folder.audit, now, scrub: (text) => text })
  opened.defer(() => audit.close())
  const secrets = await openSecretStore({ folder: folder.root, keyring: 'off', environment: {}, log })
  const settings = await createSettings({
    definitions: [],
    file: folder.settings,
    secrets,
    environment: {},
    audit,
    now,
    log,
    onIncident: () => {},
    holdSecrets: () => {},
  })
  const store = new Store({ database, now, onChange: () => {} })
  const notifications = createNotifications({ database, now })
  return { home, folder, now, lines, log, database, audit, settings, store, notifications }
}

function createTools(
  { database, now, log, home, folder }: Awaited<ReturnType<typeof openInfrastructure>>,
  fetch: typeof globalThis.fetch,
) {
  const catalog = new ToolCatalog({ builtIn: [builtIn], edition: 'linux' })
  const progressed: ToolProgress[] = []
  const runner = createToolRunner({
    catalog,
    approvals: new Approvals({ database, now, onRequested: () => {}, onResolved: () => {} }),
    audit: { intent: async () => {}, outcome: async () => {} },
    approvalMode: () => 'risky',
    context: { log, now, home, dataFolder: folder.root, fetch, setting: () => null },
    log,
    onProgress: (progress) => progressed.push(progress),
    onCalled: () => {},
  })
  return { catalog, progressed, runner }
}

interface RunOptions {
  readonly approved?: boolean
  readonly provenance?: Provenance
  readonly signal?: AbortSignal
}

const builtIn = definePlugin({
  agent: 'built_in',
  title: 'Built in',
  summary: 'Stands for the tools that come with the service.',
  tools: [
    {
      action: 'BUILT_IN',
      title: 'Built in',
      description: 'Comes with the service.',
      params: { type: 'object', properties: {} },
      data: {},
      risk: 'read',
      idempotent: true,
      example: { args: {} },
      run: async () => ({ message: 'I am still here.', data: null }),
    },
  ],
})

export async function writePlugin(folder: string, { manifest, files }: PluginSource): Promise<void> {
  const agent = folder.split('/').at(-1)!
  const all = {
    'plugin.json': JSON.stringify({
      agent,
      version: '1.0.0',
      summary: 'A test.',
      is_safe: true,
      ...manifest,
    }),
    ...(typeof files === 'string' ? { 'plugin.ts': files } : files),
  }
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
    await writeFile(join(folder, name), text, { mode: 0o600 })
  }
}

/** A copy of an example of this repository, as a user would make it. */
export async function copyExample(name: string, folder: string): Promise<void> {
  await cp(join(import.meta.dirname, '..', 'examples', name), folder, { recursive: true })
  for (const path of [folder, join(folder, 'plugin.json'), join(folder, 'plugin.ts')])
    await chmod(path, 0o700)
}

/** The text of a module with one tool that runs `body`. */
export function toolModule(action: string, body: string, more = ''): string {
  return moduleOfTools({ [action]: body }, more)
}

/** The text of a module with a tool for each body, by its action. */
export function moduleOfTools(bodies: Readonly<Record<string, string>>, more = ''): string {
  const tools = Object.entries(bodies).map(
    ([action, body]) => `{
    action: '${action}', title: 'Try', description: 'Tries something.', risk: 'read', idempotent: true,
    params: { type: 'object', properties: { value: { type: 'string' } } }, ${more}
    async run(args: Record<string, unknown>, host: any) { ${body} },
  }`,
  )
  return `export const tools = [${tools.join(', ')}]`
}

let found: Promise<SandboxState> | undefined

/** Tried once for all tests of a file. */
function sandboxHere(): Promise<SandboxState> {
  found ??= findSandbox()
  return found
}

/** These tests are about the sandbox: where it is missing they say so, and in CI that is a failure. */
export async function needBubblewrap({ skip }: { skip: (note: string) => void }): Promise<void> {
  const state = await sandboxHere()
  if (state.works) return
  if (process.env['CI']) throw new Error(`Bubblewrap is needed here: ${state.reason}.`)
  skip(state.reason)
}
