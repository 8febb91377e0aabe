import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOf, type BundledPackage } from './bundled-packages.ts'

interface LockEntry {
  readonly name?: string
  readonly version: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  /** To a folder of the checkout. */
  readonly link?: boolean
  readonly optional?: boolean
}

interface Product {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
}

/**
 * What is in the package or installed with it, as a CycloneDX list: `npm audit` knows nothing of code that was bundled. All of it
 * comes from the lock file, so two builds of one commit are equal.
 */
export async function componentList(
  root: string,
  { product, bundled }: { product: Product; bundled: readonly BundledPackage[] },
): Promise<object> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockEntry>>
  }
  const inside = bundled.map(({ place, name, licence }) => {
    const entry = lock.packages[place]
    if (!entry) throw new Error(`package-lock.json doesn't know ${place}. Run npm ci.`)
    return component({ ...entry, name, license: licence }, 'required')
  })
  const places = new Set(bundled.map(({ place }) => place))
  const beside = Object.entries(lock.packages)
    // The checkout itself and the folders of its tests are no packages that it is made of.
    .filter(
      ([place, { dev, link }]) => place.startsWith('node_modules/') && !link && !dev && !places.has(place),
    )
    .map(([place, entry]) =>
      component(
        { ...entry, name: entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 13) },
        entry.optional ? 'optional' : 'required',
      ),
    )
  const components = [...inside, ...beside].toSorted((one, other) => (one.purl < other.purl ? -1 : 1))
  const own = purl(product)
  const { name, version, description, license } = product
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version,
        description,
        purl: own,
        licenses: licences(license),
      },
    },
    components,
    dependencies: [{ ref: own, dependsOn: components.map((one) => one['bom-ref']) }],
  }
}

function component(
  entry: LockEntry & { readonly name: string },
  scope: 'required' | 'optional',
): { readonly 'bom-ref': string; readonly purl: string } {
  const { name, version, integrity, license } = entry
  const address = purl({ name, version })
  return {
    type: 'library',
    'bom-ref': address,
    name,
    version,
    scope,
    purl: address,
    ...(license !== undefined && { licenses: licences(license) }),
    ...(integrity !== undefined && { hashes: [hashOf(integrity, nameOf({ name, version }))] }),
  } as { 'bom-ref': string; purl: string }
}

function purl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** One licence by its name, or several as an expression. */
function licences(licence: string): readonly object[] {
  return / (?:OR|AND|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]
}

function hashOf(integrity: string, label: string): { readonly alg: string; readonly content: string } {
  const [, algorithm, content] = /^sha(\d+)-(\S+)$/.exec(integrity.split(' ')[0]!) ?? []
  if (content === undefined) throw new Error(`package-lock.json has no known checksum of ${label}.`)
  return { alg: `SHA-${algorithm}`, content: Buffer.from(content, 'base64').toString('hex') }
}
