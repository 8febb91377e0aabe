import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { ChartBlock } from '../../contract/text/blocks.ts'
import type { Attachment } from '../../features/channels/showing.ts'
import type { DrawnChart, SentPicture } from '../../platform/correspondence/cards/chat-blocks.ts'
import { createChartRenderer } from '../../platform/charts/chart-renderer.ts'
import type { ChartKind } from '../../platform/charts/chart-request.ts'
import type { Services } from './services.ts'

const DRAW_MS = 30_000
/** The largest that chats show as a picture. */
const MAX_PHOTO_BYTES = 10 * 1024 * 1024

const kinds: Readonly<Record<ChartBlock['look'], ChartKind>> = {
  bar: 'bar',
  pie: 'pie',
  line: 'line',
  area: 'line',
  scatter: 'scatter',
}

/** A picture of an answer as bytes; undefined where there is none to send. */
export async function pictureOf(
  block: DrawnChart | SentPicture,
  services: Pick<Services, 'documents'>,
): Promise<Attachment | undefined> {
  if (block.kind === 'chart') return { bytes: await drawn(block.chart), name: 'chart.png', isPhoto: true }
  const data = /^data:image\/(png|jpeg|webp|gif);base64,/.exec(block.url)
  if (data) {
    const bytes = Buffer.from(block.url.slice(data[0].length), 'base64')
    return {
      bytes,
      name: `picture.${data[1]}`,
      isPhoto: bytes.length <= MAX_PHOTO_BYTES && data[1] !== 'gif',
    }
  }
  const [, fileId] = /^\/uploads\/(file_\w+)\//.exec(block.url) ?? []
  return fileId === undefined ? undefined : uploaded(fileId, services)
}

async function uploaded(
  fileId: string,
  { documents }: Pick<Services, 'documents'>,
): Promise<Attachment | undefined> {
  const path = await documents.uploadedPath(fileId).catch(() => undefined)
  if (path === undefined || (await stat(path)).size > MAX_PHOTO_BYTES) return undefined
  return { bytes: await readFile(path), name: basename(path), isPhoto: /\.(?:png|jpe?g|webp)$/i.test(path) }
}

/** Drawn by what draws the charts of files, from a table. */
async function drawn(chart: ChartBlock): Promise<Uint8Array> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-chart-'))
  const path = join(folder.path, 'chart.csv')
  const { heads, rows } = tableOf(chart)
  await writeFile(path, [heads, ...rows].map((row) => row.map(quoted).join(',')).join('\n'))
  const title = chart.series.map(({ name }) => name).join(', ')
  const request = { path, kind: kinds[chart.look], x: heads[0]!, y: heads.at(-1)!, title }
  const { png } = await createChartRenderer().render(request, { signal: AbortSignal.timeout(DRAW_MS) })
  return png
}

type Cells = readonly (string | number)[]

/** A row for each value; what tells several series apart is a column of its own. */
function tableOf({ labels, series }: ChartBlock): { heads: string[]; rows: Cells[] } {
  const rows = series.flatMap(({ name, values, points = [] }) =>
    (values ?? points.map(({ y }) => y)).flatMap((value, index): Cells[] =>
      value === null ? [] : [[points[index]?.x ?? labels[index] ?? index + 1, name, value]],
    ),
  )
  if (series.length !== 1) return { heads: ['Label', 'Series', 'Value'], rows }
  const name = series[0]!.name
  return {
    heads: [name === 'Label' ? 'Place' : 'Label', name],
    rows: rows.map(([label = '', , value = '']) => [label, value]),
  }
}

function quoted(cell: string | number): string {
  return typeof cell === 'number' ? String(cell) : `"${cell.replaceAll('"', '""')}"`
}
