import { join } from 'node:path'

/** Where the bus of the person's session is; undefined when there is none to be found. */
export function sessionBusAddress(environment: NodeJS.ProcessEnv): string | undefined {
  const given = environment['DBUS_SESSION_BUS_ADDRESS']
  if (given) return given
  const runtime = environment['XDG_RUNTIME_DIR']
  return runtime ? `unix:path=${join(runtime, 'bus').replaceAll(/[^-\w/.*]/g, escaped)}` : undefined
}

/** The sockets that an address names, in the order in which they are to be tried. */
export function socketsOf(address: string): string[] {
  return address.split(';').flatMap((each) => {
    const [transport, members] = splitOnce(each, ':')
    if (transport !== 'unix') return []
    const named = new Map(members.split(',').map((member) => splitOnce(member, '=')))
    const path = named.get('path')
    const abstract = named.get('abstract')
    if (path !== undefined) return [unescaped(path)]
    return abstract === undefined ? [] : [`\0${unescaped(abstract)}`]
  })
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

function unescaped(text: string): string {
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
