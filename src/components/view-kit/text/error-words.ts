/** What the codes of failures mean to a person; they stand beside the whole sentence, so a word or two are enough. */
const WORDS: Readonly<Record<string, string>> = {
  invalid_request: 'not understood',
  unauthorized: 'not allowed in',
  forbidden_origin: 'not allowed',
  forbidden: 'not allowed',
  not_found: 'not found',
  timeout: 'took too long',
  conflict: 'in the way of something else',
  already_running: 'running already',
  gone: 'no longer there',
  precondition_failed: 'changed meanwhile',
  too_large: 'too large',
  unsupported_media_type: 'of an unknown kind',
  rate_limited: 'too often',
  cancelled: 'stopped',
  internal: 'a fault in Deskhand',
  upstream_failed: 'the provider did not answer well',
  upstream_timeout: 'the provider took too long',
  unavailable: 'not there at the moment',
  not_configured: 'not set up',
  unavailable_on_platform: 'not on this machine',
  overloaded: 'too much at once',
  storage_failed: 'could not be saved',
  storage_full: 'the disk is full',
  invalid_arguments: 'wrong arguments',
  unknown_tool: 'no such tool',
  approval_required: 'needs approval',
}

export function codeInWords(code: string): string {
  return Object.hasOwn(WORDS, code) ? WORDS[code]! : code.replaceAll('_', ' ')
}
