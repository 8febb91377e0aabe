import { createEmbedder, type Embedder } from '../../platform/embedding/embedder.ts'
import { VectorIndex } from '../../platform/embedding/vector-index.ts'
import { ContentIndex } from '../../features/content-index/content-index.ts'
import { createDocuments, type Documents } from '../../features/documents/documents.ts'
import { OutsideFiles } from '../../features/tools/outside-files.ts'
import type { MetricsSampler } from '../../platform/metrics/sampler.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { semanticDocuments } from './semantic-documents.ts'

export interface DocumentsPart {
  readonly documents: Documents
  readonly contentIndex: ContentIndex
  /** The meaning of texts, loaded when it is wanted. */
  readonly embedder: Embedder
}

/** Documents, the meaning of their texts, and what is in the person's files. */
export function createDocumentsPart(
  infrastructure: Infrastructure,
  { metrics, given }: { metrics: MetricsSampler; given?: Embedder | undefined },
  opened: AsyncDisposableStack,
): DocumentsPart {
  const { database, folder, home, settings, now, log } = infrastructure
  const embedder = given ?? createEmbedder()
  if (!given) opened.defer(() => embedder.close())
  const readDocuments = createDocuments({
    database,
    uploadsFolder: folder.uploads,
    home,
    dataFolder: folder.root,
    setting: (name) => settings.get(name),
    now,
    log,
  })
  const index = new VectorIndex({ database, embedder })
  return {
    documents: opened.use(semanticDocuments(readDocuments, { database, index, log })),
    contentIndex: createContentIndex(infrastructure, metrics, opened),
    embedder,
  }
}

const INDEX_SETTINGS = ['CONTENT_INDEX', 'CONTENT_INDEX_LEAVE_OUT', 'ALLOWED_FOLDERS']

function createContentIndex(
  infrastructure: Infrastructure,
  metrics: MetricsSampler,
  opened: AsyncDisposableStack,
): ContentIndex {
  const { folder, home, settings, now, log } = infrastructure
  const outside = new OutsideFiles(infrastructure)
  const index = new ContentIndex({
    path: folder.contentIndex,
    home,
    dataFolder: folder.root,
    settings: () => ({
      isOn: settings.get('CONTENT_INDEX') === 'on',
      allowedFolders: settings.get('ALLOWED_FOLDERS'),
      leftOut: settings.get('CONTENT_INDEX_LEAVE_OUT'),
    }),
    fromOutside: () => outside.list(),
    isOnBattery: async () => (await metrics.current()).battery?.state === 'discharging',
    now,
    log,
  })
  opened.defer(() => index.close())
  const stopListening = settings.onChange((names) => {
    if (!names.some((name) => INDEX_SETTINGS.includes(name))) return
    index
      .settingsChanged()
      .catch((error: unknown) => log.error({ err: error }, "The file index couldn't apply the new settings."))
  })
  opened.defer(stopListening)
  return index
}
