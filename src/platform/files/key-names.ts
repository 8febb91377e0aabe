import { folded } from './links.ts'

const keyName =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?!\.pub$).*|.*\.(?:pem|key|p12|pfx|kdbx?|keystore|jks|ovpn|ppk|wallet|env)|wallet\.dat|credentials?(?:\.(?!(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|cc|cpp|h|cs|swift|md|html?)$)\w+)?|secrets?\.(?:ya?ml|json|toml|ini|txt)|client_secrets?.*\.json)$/

/** By its form, not source code about keys, whatever spelling a disk takes for the same: large letters, full width, dots or spaces at the end. */
export function isKeyName(name: string): boolean {
  return keyName.test(folded(name).replace(/[.\s]+$/u, ''))
}
