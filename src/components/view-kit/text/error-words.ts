/** What the codes of failures mean to a person; they stand beside the whole sentence, so a word or two are enough. */
const WORDS: Readonly<Record<string, string>> = {
  invalid_request: 'not understood',
  unauthorized: 'not signed in',
  forbidden_origin: 'not allowed',
  forbidden: 'not allowed',
  not_found: 'not found',
  timeout: 'timed out',
  conflict: 'conflict',
  already_running: 'already running',
  gone: 'no longer there',
  precondition_failed: 'changed in the meantime',
  too_large: 'too large',
  unsupported_media_type: 'unsupported type',
  rate_limited: 'too many requests',
  cancelled: 'stopped',
  internal: 'internal error',
  upstream_failed: 'provider error',
  upstream_timeout: 'provider timed out',
  unavailable: 'unavailable',
  not_configured: 'not set up',
  unavailable_on_platform: 'not available on this machine',
  overloaded: 'overloaded',
  storage_failed: "couldn't save",
  storage_full: 'disk full',
  invalid_arguments: 'wrong arguments',
  unknown_tool: 'unknown tool',
  approval_required: 'needs approval',
}

export function codeInWords(code: string): string {
  return Object.hasOwn(WORDS, code) ? WORDS[code]! : code.replaceAll('_', ' ')
}
