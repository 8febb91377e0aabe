import type { SecretArgument } from './tool-request.ts'

type Args = Record<string, unknown>

/** The arguments as the tool gets them: with each secret in its place. */
export function withSecrets(args: Args, secrets: readonly SecretArgument[] = []): Args {
  if (secrets.length === 0) return args
  const own = structuredClone(args)
  for (const { path, value } of secrets) put(own, path, value())
  return own
}

function put(args: Args, path: string, value: string): void {
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = names.pop()!
  let holder: unknown = args
  for (const name of names)
    holder = isHolder(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined
  if (isHolder(holder) && Object.hasOwn(holder, last)) holder[last] = value
}

function isHolder(value: unknown): value is Args {
  return value !== null && typeof value === 'object'
}
