import type { ServiceInfrastructure } from './infrastructure.ts'

export function addressOf({ listeners }: Pick<ServiceInfrastructure, 'listeners'>): string {
  const { host, port } = listeners.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Under which a browser on this machine reaches it: a wildcard is nobody's name. */
export function localAddressOf(infrastructure: Pick<ServiceInfrastructure, 'listeners'>): string {
  return addressOf(infrastructure).replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}
