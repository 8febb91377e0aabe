import { isIP } from 'node:net'

/** Whether a host is this machine by its name alone: other names may lead anywhere. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
