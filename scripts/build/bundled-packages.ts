import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A package whose code, or a file of it, is in dist/. */
export interface BundledPackage {
  /** Its key in the lock file: where it lies below the checkout. */
  readonly place: string
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly texts: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  /** As it was written long ago. */
  readonly licenses?: readonly { readonly type: string }[]
  readonly author?: string | { readonly name: string }
}

const LICENCE_FILE = '{LICEN[CS]E,licen[cs]e,Licen[cs]e,COPYING,NOTICE,OFL}*'

/** The packages that the modules belong to, each with what its makers ask to be passed on. */
export async function readBundledPackages(
  root: string,
  modules: readonly string[],
): Promise<readonly BundledPackage[]> {
  const places = new Set(modules.map((id) => placeOf(root, id)).filter((place) => place !== undefined))
  const packages = await Promise.all([...places].map((place) => readPackage(root, place)))
  return packages.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

/** One text for each package, and the same text once. */
export function licenceTexts(packages: readonly BundledPackage[]): string {
  const users = new Map<string, BundledPackage[]>()
  for (const one of packages) {
    const text = one.texts.join('\n\n')
    users.set(text, [...(users.get(text) ?? []), one])
  }
  const parts = [...users].map(([text, used]) => {
    const names = used.map((one) => `${nameOf(one)} (${one.licence})`)
    return `${names.join('\n')}\n\n${text}\n`
  })
  const head =
    'Deskhand contains code and fonts of these packages, each under the licence that follows its name.\n'
  return [head, ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

export function nameOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `${name}@${version}`
}

function placeOf(root: string, id: string): string | undefined {
  // Bundlers mark what they make of a file, in front of its path or behind it.
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '')
  if (!path.startsWith(join(root, 'node_modules/'))) return undefined
  const below = path.slice(root.length + 1)
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(below)?.[0]
}

async function readPackage(root: string, place: string): Promise<BundledPackage> {
  const folder = join(root, place)
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version } = manifest
  const licence = licenceOf(manifest)
  if (licence === undefined) throw new Error(`${place} has no licence, so it cannot be passed on.`)
  const files = (await Array.fromAsync(glob(LICENCE_FILE, { cwd: folder }))).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const told = texts.map((text) => text.replaceAll('\r\n', '\n').trim())
  return {
    place,
    name,
    version,
    licence,
    texts: told.length > 0 ? told : [await commonText(root, { ...manifest, license: licence })],
  }
}

function licenceOf({ license, licenses }: Manifest): string | undefined {
  if (licenses) return licenses.map(({ type }) => type).join(' OR ')
  return typeof license === 'object' ? license.type : license
}

/** Some name a well-known licence and leave its text out. */
async function commonText(
  root: string,
  { license, author }: Manifest & { license: string },
): Promise<string> {
  const common = license === 'Apache-2.0' ? 'LICENSE' : `scripts/build/licence-texts/${license}.txt`
  const text = await readFile(join(root, common), 'utf8').catch(() => {
    throw new Error(`There is no text of the licence ${license}: put it into ${common}.`)
  })
  const holder = typeof author === 'object' ? author.name : author
  return `${holder === undefined ? '' : `Copyright (c) ${holder}\n\n`}${text.trim()}`
}
