/** The issues of a schema as libraries print them, at the end of a sentence. */
const DUMP = /^(?<said>[^[{]*?)[\s:]*(?<dump>\[\s*\{[\s\S]*\}\s*\])\s*$/

interface Issue {
  readonly path?: readonly PropertyKey[]
  readonly message: string
}

/** A reason without the dump of a validation: what was wrong first, in a sentence. Any other reason stays as it is. */
export function plainReason(reason: string): string {
  const { said = '', dump = '' } = DUMP.exec(reason)?.groups ?? {}
  const [first] = issuesIn(dump)
  if (!first) return reason
  const place = first.path?.length ? `${first.path.join('.')}: ` : ''
  return `${said === '' ? '' : `${said}: `}${place}${first.message.replace(/\.?$/, '.')}`
}

function issuesIn(dump: string): Issue[] {
  try {
    const issues: unknown = JSON.parse(dump)
    return Array.isArray(issues) && issues.every(isIssue) ? issues : []
  } catch {
    return []
  }
}

function isIssue(value: unknown): value is Issue {
  const { path, message } = (value ?? {}) as { path?: unknown; message?: unknown }
  return typeof message === 'string' && (path === undefined || Array.isArray(path))
}
