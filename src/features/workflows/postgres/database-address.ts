import { AppError } from '../../../contract/errors.ts'
import { isLoopbackName } from '../../../platform/network/loopback-name.ts'

/**
 * What an address may say beside where the database is. Everything else changes what we say to the server (`options`
 * would take the place of our search path) or how far it is checked (`uselibpqcompat`, `sslmode=no-verify`).
 */
const PARAMETERS = ['host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']
const MODES = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * The address as the driver gets it: beyond this machine the connection is encrypted and the server has to prove its
 * name, unless the address itself says `sslmode=disable`.
 */
export function checkedAddress(text: string): string {
  const url = URL.parse(text.replace('@/', '@localhost/'))
  if (!url) throw refused('is not a valid address. Write it as postgres://user:password@host:5432/database')
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined)
    throw refused(`has "${unknown}". Only ${PARAMETERS.join(', ')} are allowed after the question mark`)
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !MODES.includes(mode)) throw refused(`has sslmode=${mode}. Use verify-full or disable`)
  const hosts = url.searchParams.get('host') ?? url.hostname
  if (hosts.includes(',')) throw refused('names several hosts. Name one')
  const wantsNone = mode === 'disable' || (mode === null && isThisMachine(hosts))
  url.searchParams.set('sslmode', wantsNone ? 'disable' : 'verify-full')
  return url.href
}

/** A network of one's own is whoever else is in it: in a café, everybody. */
function isThisMachine(host: string): boolean {
  const plain = decodeURIComponent(host).replaceAll(/^\[|\]$/g, '')
  return plain === '' || plain.startsWith('/') || isLoopbackName(plain)
}

function refused(reason: string): AppError {
  return new AppError('invalid_request', `DATABASE_URL ${reason}.`)
}
