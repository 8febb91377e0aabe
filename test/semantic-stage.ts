import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../src/contract/log.ts'
import { createEmbedder } from '../src/platform/embedding/embedder.ts'
import { VectorIndex } from '../src/platform/embedding/vector-index.ts'
import { createDocuments } from '../src/features/documents/documents.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { semanticDocuments } from '../src/server/wiring/semantic-documents.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

/** Documents in a folder of their own, found by their words alone (`plain`) and by their meaning too (`documents`). */
export async function openSemanticStage(opened: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-semantic-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const home = join(folder, 'home')
  await mkdir(home)
  const now = () => new Date()
  const database = await openDatabase({
    path: join(folder, 'a.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  opened.defer(() => database.close())
  const embedder = createEmbedder()
  opened.defer(() => embedder.close())
  const plain = createDocuments({
    database,
    uploadsFolder: join(folder, 'uploads'),
    home,
    dataFolder: join(folder, 'data'),
    now,
    log: silentLog,
  })
  const index = new VectorIndex({ database, embedder })
  const documents = opened.use(semanticDocuments(plain, { database, index, log: silentLog }))
  const { signal } = new AbortController()
  const add = async (name: string, text: string, session_id?: string) => {
    const path = join(home, name)
    await writeFile(path, text)
    return documents.ingest(
      { path, ...(session_id !== undefined && { session_id }) },
      { signal, provenance: 'local-client' },
    )
  }
  return { plain, documents, index, add, database }
}
