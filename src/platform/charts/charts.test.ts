import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { createCanvas, loadImage } from 'canvas'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scheme } from 'vega'
import { AppError } from '../../contract/errors.ts'
import { writeWorkbook } from '../spreadsheets/write/write-workbook.ts'
import { createChartRenderer } from './chart-renderer.ts'
import { chartKinds, type ChartRequest, type DrawnChart } from './chart-request.ts'
import { drawChart } from './draw-chart.ts'
import { addedPalettes, paletteNamed, paletteNames } from './palettes.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charts-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function file(content: string, name = 'data.csv'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function draw(content: string, request: Omit<ChartRequest, 'path'>): Promise<DrawnChart> {
  return drawChart({ path: await file(content), ...request })
}

/** Size, and how many pixels each colour has. */
async function look(
  png: Uint8Array,
): Promise<{ width: number; height: number; colors: Map<string, number> }> {
  const image = await loadImage(Buffer.from(png))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const counts = countPixels(new Uint32Array(data.buffer))
  const colors = new Map<string, number>()
  for (const [pixel, count] of counts) {
    const color = `#${Buffer.from(Uint32Array.of(pixel).buffer).toString('hex', 0, 3)}`
    colors.set(color, (colors.get(color) ?? 0) + count)
  }
  return { width: image.width, height: image.height, colors }
}

/** By stretches of one colour: to look each pixel up would take longer than drawing the chart. */
function countPixels(pixels: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (let from = 0, to = 0; from < pixels.length; from = to) {
    const pixel = pixels[from]!
    while (to < pixels.length && pixels[to] === pixel) to += 1
    counts.set(pixel, (counts.get(pixel) ?? 0) + to - from)
  }
  return counts
}

const sales =
  'month,region,revenue,units\n' +
  Array.from({ length: 12 }, (_, month) =>
    ['North', 'South'].map(
      (region, index) =>
        `2024-${String(month + 1).padStart(2, '0')}-01,${region},${1000 + month * 90 + index * 400},${20 + month * index}`,
    ),
  )
    .flat()
    .join('\n')

describe('every kind', () => {
  test.each(chartKinds)('%s is a picture of 1600 by 1000 pixels with something in it', async (kind) => {
    const chart = await draw(sales, { kind })
    const { width, height, colors } = await look(chart.png)
    expect([width, height, chart.width, chart.height]).toEqual([1600, 1000, 1600, 1000])
    expect(colors.get('#ffffff')).toBeLessThan(1600 * 1000 * 0.98)
    expect(colors.size).toBeGreaterThan(20)
    expect(chart.rows).toBe(24)
    expect(chart.title).not.toBe('')
  })

  test.each(chartKinds)(
    '%s of one row, of a column without values and of names in many scripts does not fail',
    async (kind) => {
      const contents = [
        'item,a,b\nOnly one,42,7\n',
        'item,a,b,gap\nx,1,5,\ny,2,3,\nz,3,4,\n',
        'Stadt,Umsatz €,n\nZürich,1200,3\nŁódź,900,1\nΑθήνα,1500,2\nالقاهرة,700,4\n東京,2000,6\n"a.b[c]\'d\\e",5,5\n',
      ]
      for (const content of contents) {
        const { colors } = await look((await draw(content, { kind })).png)
        expect(colors.size).toBeGreaterThan(10)
      }
    },
  )

  test('a workbook is read like a text file', async () => {
    const path = join(folder, 'data.xlsx')
    const rows = [
      ['North', 5],
      ['South', 7],
    ]
    await writeWorkbook(path, {
      sheets: [{ name: 'Data', columns: [{ header: 'Region' }, { header: 'Sales' }], rows }],
    })
    expect(await drawChart({ path, kind: 'bar' })).toMatchObject({
      x: 'Region',
      y: 'Sales',
      rows: 2,
      drawn: 2,
    })
  })

  test('a title of the caller stands in place of the one that would be made', async () => {
    expect((await draw(sales, { kind: 'bar', title: '  My own  ' })).title).toBe('My own')
    expect((await draw(sales, { kind: 'bar', x: 'region', y: 'revenue' })).title).toBe('Revenue by region')
  })
})

describe('columns', () => {
  test('are chosen by what is in them', async () => {
    const content =
      'customer_id,when,city,amount\n1001,2024-01-01,Rome,5\n1002,2024-01-02,Oslo,7\n1003,2024-01-03,Rome,6\n'
    expect(await draw(content, { kind: 'bar' })).toMatchObject({ x: 'city', y: 'amount' })
    expect(await draw(content, { kind: 'line' })).toMatchObject({ x: 'when', y: 'amount' })
    expect(await draw(content, { kind: 'pie' })).toMatchObject({ x: 'city', y: 'amount' })
  })

  test('a name in another case is found, a wrong one is refused with those that there are', async () => {
    expect(await draw(sales, { kind: 'bar', x: 'REGION', y: 'Units' })).toMatchObject({
      x: 'region',
      y: 'units',
    })
    await expect(draw(sales, { kind: 'bar', x: 'reggion' })).rejects.toMatchObject({
      code: 'invalid_request',
      message:
        '"data.csv" has no column "reggion" for x_column; did you mean "region"? Its columns: month, region, revenue, units.',
    })
  })

  test('text and emptiness cannot be measured', async () => {
    await expect(draw(sales, { kind: 'bar', y: 'region' })).rejects.toThrow('has text, not numbers')
    await expect(draw('a,b\nx,\ny,\n', { kind: 'bar', y: 'b' })).rejects.toThrow('has no values')
    await expect(draw('a,b\nx,1\n', { kind: 'scatter' })).rejects.toThrow('two numeric columns')
    await expect(draw('a,b\nx,1\n,2\n', { kind: 'line', x: 'a', y: 'a' })).rejects.toThrow(
      ', not numbers. Columns with numbers:',
    )
  })

  test('without numbers, bars and pies count rows', async () => {
    const content = 'pet,owner\ncat,Ann\ndog,Bob\ncat,Cid\n'
    const bar = await draw(content, { kind: 'bar', x: 'pet' })
    expect(bar).toMatchObject({ drawn: 2, x: 'pet', title: 'Number of rows by pet' })
    expect(bar.y).toBeUndefined()
    expect(await draw(content, { kind: 'pie', x: 'pet' })).toMatchObject({ drawn: 2, x: 'pet' })
  })
})

describe('rows that fall together', () => {
  test('amounts are added up and rates averaged, and the chart says which', async () => {
    const many = `shop,amount,price\n${'A,10,2\nB,20,4\n'.repeat(5)}`
    expect((await draw(many, { kind: 'line', x: 'shop', y: 'amount' })).notes).toEqual([
      'Sum of amount for each shop, from 10 rows.',
    ])
    expect((await draw(many, { kind: 'line', x: 'shop', y: 'price' })).notes).toEqual([
      'Mean of price for each shop, from 10 rows.',
    ])
  })

  test('measurements that happen to share a place are averaged, not added up', async () => {
    const content = `second,volts\n${Array.from({ length: 50 }, (_, index) => `${index},${index % 7}`).join('\n')}\n3,100\n`
    expect((await draw(content, { kind: 'line', x: 'second', y: 'volts' })).notes).toEqual([
      'Mean of volts for each second, from 51 rows.',
    ])
  })

  test('a column of few texts keeps them apart as lines or as bars', async () => {
    expect(await draw(sales, { kind: 'line', x: 'month', y: 'revenue' })).toMatchObject({
      series: 'region',
      drawn: 24,
    })
    const chart = await draw(sales, { kind: 'bar', x: 'month', y: 'revenue' })
    expect(chart).toMatchObject({ series: 'region', drawn: 24 })
    const { colors } = await look(chart.png)
    expect(colors.get('#4c78a8')).toBeGreaterThan(5_000)
    expect(colors.get('#f58518')).toBeGreaterThan(5_000)
  })

  test('columns of one size become several lines', async () => {
    expect(await draw('year,a,b,huge\n2020,1,2,9000\n2021,3,4,9500\n', { kind: 'line' })).toMatchObject({
      y: 'a',
    })
    expect(await draw('year,a,b\n2020,1,2\n2021,3,4\n', { kind: 'line' })).toMatchObject({
      x: 'year',
      y: 'a, b',
      drawn: 4,
    })
  })
})

describe('what does not fit', () => {
  test('many bars become the largest ones and the rest', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `name ${index % 150},${index}`)
    const chart = await draw(`name,total\n${rows.join('\n')}\n`, { kind: 'bar' })
    expect(chart).toMatchObject({ drawn: 60, rows: 300 })
    expect(chart.height).toBeLessThanOrEqual(2_000)
    expect(chart.notes).toEqual([
      'Sum of total, from 300 rows.',
      'Showing the 59 largest of 150. The last bar is the sum of all others.',
    ])
  })

  test('a pie refuses negative values and shares of nothing', async () => {
    await expect(draw('a,b\nx,-1\ny,2\n', { kind: 'pie' })).rejects.toThrow(
      'A pie chart can\'t show a negative value: "',
    )
    await expect(draw('a,b\nx,0\ny,0\n', { kind: 'pie' })).rejects.toThrow('Nothing to show: no value in')
  })

  test('100,000 rows are drawn by every kind', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => {
      const wave = Math.sin(index / 500) * 50 + ((index * 7919) % 101)
      return `${new Date(index * 600_000).toISOString().slice(0, 19)},${wave.toFixed(3)},${(wave * 2 + (index % 37)).toFixed(2)},g${index % 9}`
    })
    const path = await file(`time,x,y,group\n${rows.join('\n')}\n`)
    const drawn: Record<string, number> = {}
    for (const kind of chartKinds) {
      const chart = await drawChart({ path, kind, ...(kind === 'scatter' && { x: 'x', y: 'y' }) })
      drawn[kind] = chart.drawn
      expect(chart.rows).toBe(100_000)
      expect((await look(chart.png)).colors.size).toBeGreaterThan(20)
    }
    expect(drawn).toMatchObject({ bar: 9, pie: 9, scatter: 100_000, heatmap: 4 })
    expect(drawn['line']).toBeLessThanOrEqual(800 * 4 * 2)
  })
})

describe('strange tables', () => {
  test('words that mean something to a program are only words', async () => {
    const content = '__proto__,toString,constructor\n__proto__,1,5\ntoString,2,3\nvalueOf,3,4\n'
    for (const kind of chartKinds) {
      for (const title of ['constructor', 'hasOwnProperty']) {
        const chart = await draw(content, { kind, title })
        expect((await look(chart.png)).colors.size).toBeGreaterThan(10)
      }
    }
  })

  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'NA',
      '0',
      '-5',
      '1e308',
      '5e-324',
      'Jan',
      'Q1',
      '2024-01-01',
      '9999-12-31',
      '50%',
      '$1,000',
      '007',
      '"x',
      '__proto__',
    ),
    fc.double().map(String),
    fc.string({ maxLength: 12 }),
  )
  const column = fc.oneof(
    fc.array(cell, { maxLength: 20 }),
    fc.array(fc.double({ noNaN: true }).map(String), { maxLength: 20 }),
    fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 20 }),
  )

  test('anything is drawn, or refused with a sentence', async () => {
    const tables = fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 8 }), column), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom(...chartKinds), async (columns, kind) => {
        const rows = Math.max(...columns.map(([, cells]) => cells.length))
        const lines = Array.from({ length: rows }, (_, row) => columns.map(([, cells]) => cells[row] ?? ''))
        const quoted = [columns.map(([name]) => name), ...lines].map((line) =>
          line.map((text) => `"${text.replaceAll('"', '""')}"`).join(','),
        )
        const outcome = await draw(quoted.join('\n'), { kind }).catch((error: unknown) => error)
        const isRefusal = outcome instanceof AppError && outcome.message.endsWith('.')
        expect(isRefusal || (outcome as DrawnChart).width === 1600, String(outcome)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('heatmaps', () => {
  test('of numbers show how columns go together', async () => {
    const content = 'a,b,c,flat\n1,2,9,5\n2,4,7,5\n3,6,8,5\n4,8,1,5\n'
    expect(await draw(content, { kind: 'heatmap' })).toMatchObject({
      title: 'Correlation of 4 columns',
      drawn: 16,
    })
  })

  test('of texts count pairs, and show the number of each pair where there is one', async () => {
    expect(await draw('pet,home\ncat,flat\ndog,house\ncat,flat\n', { kind: 'heatmap' })).toMatchObject({
      title: 'Number of rows by pet and home',
      drawn: 4,
    })
    const single = 'day,hour,load\nMon,1,5\nMon,2,6\nTue,1,7\nTue,2,8\n'
    expect(await draw(single, { kind: 'heatmap', x: 'day', y: 'hour' })).toMatchObject({
      title: 'Load by day and hour',
    })
  })

  test('of a table with months across show the table', async () => {
    const content = 'city,Jan,Feb,Mar\nOslo,1,2,3\nRome,4,5,6\n'
    expect(await draw(content, { kind: 'heatmap' })).toMatchObject({ title: 'City by Jan to Mar', drawn: 6 })
  })
})

describe('colours', () => {
  test('every name in the list is known to Vega or comes with the service', () => {
    const unknown = paletteNames.filter((name) => !addedPalettes[name] && !scheme(name))
    expect(unknown).toEqual([])
  })

  test('names are found in any spelling, and an unknown one is refused with the list', () => {
    expect(['Viridis', 'YlGnBu', 'tab10', 'Set2', 'Yellow-Green-Blue'].map(paletteNamed)).toEqual([
      'viridis',
      'yellowgreenblue',
      'category10',
      'set2',
      'yellowgreenblue',
    ])
    expect(() => paletteNamed('viridus')).toThrow(/did you mean "viridis"\? Available: accent, bluegreen, /)
  })

  test('a theme of any sort colours every kind, and the own choice of a kind is one of them', async () => {
    for (const kind of chartKinds) {
      const plain = await draw(sales, { kind })
      for (const theme of ['set2', 'viridis', 'redblue', 'rocket']) {
        const themed = await draw(sales, { kind, theme })
        const isSame = Buffer.from(themed.png).equals(Buffer.from(plain.png))
        expect(isSame, `${kind} in ${theme}`).toBe(kind === 'heatmap' && theme === 'redblue')
      }
    }
  })
})

describe('the renderer', () => {
  test('draws in a thread, one chart after the other, and refuses with the sentence of the thread', async () => {
    const renderer = createChartRenderer()
    const path = await file(sales)
    const { signal } = new AbortController()
    const [bar, wrong, pie] = await Promise.allSettled([
      renderer.render({ path, kind: 'bar' }, { signal }),
      renderer.render({ path, kind: 'bar', x: 'nowhere' }, { signal }),
      renderer.render({ path, kind: 'pie' }, { signal }),
    ])
    expect(bar).toMatchObject({ status: 'fulfilled', value: { width: 1600 } })
    expect(wrong).toMatchObject({ status: 'rejected', reason: { name: 'AppError', code: 'invalid_request' } })
    expect(pie).toMatchObject({ status: 'fulfilled', value: { drawn: 2 } })
  })

  test('the thread goes when nobody wants a chart, and another one comes for the next', async () => {
    const started: Worker[] = []
    const onWorker = (worker: Worker) => started.push(worker)
    process.on('worker', onWorker)
    try {
      const renderer = createChartRenderer({ idleMilliseconds: 1 })
      const path = await file(sales)
      const { signal } = new AbortController()
      await renderer.render({ path, kind: 'pie' }, { signal })
      await once(started[0]!, 'exit')
      expect(await renderer.render({ path, kind: 'pie' }, { signal })).toMatchObject({ drawn: 2 })
      expect(started).toHaveLength(2)
    } finally {
      process.off('worker', onWorker)
    }
  })

  test('a cancelled chart ends at once, and the next one is drawn', async () => {
    const renderer = createChartRenderer()
    const path = await file(sales)
    const stop = new AbortController()
    const first = renderer.render({ path, kind: 'bar' }, { signal: stop.signal })
    const second = renderer.render({ path, kind: 'bar' }, { signal: stop.signal })
    const third = renderer.render({ path, kind: 'line' }, { signal: new AbortController().signal })
    stop.abort()
    await expect(first).rejects.toThrow('aborted')
    await expect(second).rejects.toThrow('aborted')
    expect(await third).toMatchObject({ rows: 24 })
  })
})
