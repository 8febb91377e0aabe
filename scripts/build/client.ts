import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { clientOperations, clientTypes, type ApiDocument } from './client-types.ts'

/** Writes the client that the package offers as \`deskhand/client\`: one small module for browsers and Node, and its types. */
export async function buildClient(root: string, folder: string): Promise<void> {
  const document = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')) as ApiDocument
  const entry = `
    import { clientOf } from ${JSON.stringify(join(root, 'src/client/service-client.ts'))}
    export { DeskhandError } from ${JSON.stringify(join(root, 'src/client/service-client.ts'))}
    const operations = ${JSON.stringify(clientOperations(document))}
    export function createClient(options = {}) { return clientOf(operations, options) }
  `
  await mkdir(folder, { recursive: true })
  await using bundle = await rolldown({ input: ENTRY, platform: 'neutral', plugins: [virtual(entry)] })
  await bundle.write({ file: join(folder, 'client.js'), format: 'esm', minify: true, comments: false })
  await writeFile(join(folder, 'client.d.ts'), clientTypes(document))
}

const ENTRY = 'deskhand:client'

function virtual(code: string) {
  return {
    name: 'client-entry',
    resolveId: (id: string) => (id === ENTRY ? id : null),
    load: (id: string) => (id === ENTRY ? code : null),
  }
}
