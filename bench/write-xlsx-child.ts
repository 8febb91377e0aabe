import { silentLog } from '../src/contract/log.ts'
import type { ToolCall } from '../src/contract/tool.ts'

const FIRST = Date.UTC(2020, 0, 1)
const DAY = 86_400_000
const REGIONS = ['North', 'South', 'East', 'West', 'Central']

const [way, path, count] = [process.argv[2], process.argv[3]!, Number(process.argv[4])]
if (way === 'rows') await writeRowByRow()
else await writeByTool()

/**
 * The tool as a workflow calls it: all rows as plain objects, types and formats found out from the values. `nothing`
 * stops before the writing, which tells the memory that the rows take by themselves.
 */
async function writeByTool(): Promise<void> {
  const { writeXlsx } = await import('../src/plugins/xlsx-handler/write-xlsx.ts')
  const data = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Customer ${index}`,
    region: REGIONS[index % 5],
    day: new Date(FIRST + (index % 1500) * DAY).toISOString().slice(0, 10),
    quantity: (index * 37) % 1000,
    price: ((index * 7919) % 100_000) / 100,
    total: ((index * 104_729) % 1_000_000) / 100,
    share: (index % 100) / 100,
    paid: index % 3 === 0,
    note: `note ${index} <&>`,
  }))
  if (way === 'nothing') return
  const call: ToolCall = {
    signal: new AbortController().signal,
    provenance: 'local-client',
    isApproved: false,
    log: silentLog,
    now: () => new Date(),
    home: '/nonexistent',
    dataFolder: '/nonexistent/data',
    fetch,
    setting: () => undefined,
    progress: () => {},
  }
  await writeXlsx.run({ path, data, sheet_name: 'Data', chart: { type: 'line', x: 'id', y: 'total' } }, call)
}

/** The writer underneath, with rows that are made one at a time. */
async function writeRowByRow(): Promise<void> {
  const { writeWorkbook } = await import('../src/platform/spreadsheets/write/write-workbook.ts')
  function* rows() {
    for (let index = 0; index < count; index++) {
      yield [
        index + 1,
        `Customer ${index}`,
        REGIONS[index % 5]!,
        new Date(FIRST + (index % 1500) * DAY),
        (index * 37) % 1000,
        ((index * 7919) % 100_000) / 100,
        ((index * 104_729) % 1_000_000) / 100,
        (index % 100) / 100,
        index % 3 === 0,
        `note ${index} <&>`,
      ]
    }
  }
  const formats = {
    day: 'yyyy-mm-dd',
    quantity: '#,##0',
    price: '#,##0.00',
    total: '#,##0.00',
    share: '0%',
  } as const
  const columns = ['id', 'name', 'region', 'day', 'quantity', 'price', 'total', 'share', 'paid', 'note'].map(
    (header) => ({
      header,
      ...(header in formats && { format: formats[header as keyof typeof formats] }),
    }),
  )
  const range = (column: number) =>
    ({ firstRow: 1, lastRow: 'end', firstColumn: column, lastColumn: column }) as const
  const chart = {
    type: 'line',
    title: 'Total',
    series: [{ name: 'total', categories: range(0), values: range(6) }],
    place: { column: 11, row: 1, width: 640, height: 400 },
  } as const
  const sheet = {
    name: 'Data',
    columns,
    rows: rows(),
    rowCount: count,
    filter: true,
    banding: true,
    charts: [chart],
  }
  await writeWorkbook(path, { sheets: [sheet] })
}
