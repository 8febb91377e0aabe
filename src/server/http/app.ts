import Fastify, { type FastifyInstance } from 'fastify'
import type { Contract, Handlers } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { ToolServerDeps } from '../../features/mcp/tool-server.ts'
import { checkEntries, type EntryRules } from './entry-checks.ts'
import { parseJsonBodies } from './json-body.ts'
import { mountMcp } from './mcp-route.ts'
import { mount, type MountOptions } from './mount.ts'
import { answerProblems, answerUnroutable } from './problems.ts'
import { mountShell, type ShellFrames } from './shell-routes.ts'

/** A contract together with the code that answers it. */
export interface BoundFeature<C extends Contract = Contract> {
  readonly contract: C
  readonly handlers: Handlers<C>
}

/** Binds a feature while the compiler still knows both types; the list of them does not. */
export function bind<C extends Contract>(contract: C, handlers: Handlers<C>): BoundFeature {
  return { contract, handlers } as object as BoundFeature
}

export interface AppOptions {
  readonly features: Readonly<Record<string, BoundFeature>>
  readonly entry: EntryRules
  readonly mounting: MountOptions
  /** What MCP clients get; without it there is no /mcp. */
  readonly mcp?: ToolServerDeps
  /** Where the apps of MCP servers are shown. */
  readonly appFrames?: ShellFrames
}

/** The HTTP side of the service: the same entry checks, parsing and failures for every endpoint. */
export async function buildApp({
  features,
  entry,
  mounting,
  mcp,
  appFrames,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    // Fastify would make a logger for every request; the few lines that a request logs name it themselves.
    logger: false,
    // HEAD comes as GET (head-requests.ts).
    exposeHeadRoutes: false,
    bodyLimit: limits.body_bytes.value,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnroutable(mounting.log),
    // A store key has up to 512 characters, each up to 12 bytes once it is written in a URL.
    routerOptions: { maxParamLength: 8192 },
    // Requests and answers are checked where they are mounted; what Fastify would load to do the same takes 10 MB.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  }) as unknown as FastifyInstance
  checkEntries(app, entry)
  parseJsonBodies(app)
  answerProblems(app, {
    api: Object.fromEntries(Object.entries(features).map(([name, { contract }]) => [name, contract])),
    log: mounting.log,
  })
  mountFeatures(app, features, mounting)
  if (mcp) mountMcp(app, mcp, mounting)
  mountShell(app, undefined, appFrames)
  await app.ready()
  return app
}

/** Each kind of body that is no JSON has a scope of its own, so that nothing but an upload route ever reads multipart. */
function mountFeatures(app: FastifyInstance, features: AppOptions['features'], mounting: MountOptions): void {
  for (const { contract, handlers } of Object.values(features)) {
    const byKind = Map.groupBy(Object.entries(contract), ([, { bodyKind = 'json' }]) => bodyKind)
    for (const [kind, entries] of byKind) {
      const bound = { contract: Object.fromEntries(entries) as Contract, handlers }
      if (kind === 'json') mount(app, bound, mounting)
      else
        void app.register(async (scope) => {
          if (kind === 'raw') keepRawBodies(scope)
          else await acceptUploads(scope)
          mount(scope, bound, mounting)
        })
    }
  }
}

function keepRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

async function acceptUploads(scope: FastifyInstance): Promise<void> {
  const { default: multipart } = await import('@fastify/multipart')
  const parts = { fields: 20, files: 20, parts: 40, fieldNameSize: 200, headerPairs: 50 }
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { ...parts, fieldSize: limits.body_bytes.value, fileSize: limits.upload_bytes.value },
  })
}

function unused(): never {
  throw new Error('No route declares a schema to Fastify.')
}
