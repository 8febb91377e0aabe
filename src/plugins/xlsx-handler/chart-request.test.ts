import { expect, test } from 'vitest'
import { readChartRequest } from './chart-request.ts'

test.for([
  ['bar', 'column'],
  ['Bar Chart', 'column'],
  ['column', 'column'],
  ['barh', 'bar'],
  ['horizontal-bar', 'bar'],
  ['line', 'line'],
  ['LinePlot', 'line'],
  ['area', 'area'],
  ['pie', 'pie'],
  ['donut', 'doughnut'],
  ['scatter plot', 'scatter'],
] as const)('the type "%s" is drawn as %s', ([word, type]) => {
  expect(readChartRequest({ type: word }).type).toBe(type)
})

test.for(['spider', '', 'constructor', 5, {}])('the type %j is refused with those there are', (type) => {
  expect(() => readChartRequest({ type })).toThrow(
    '. Choose bar, column, line, area, pie, doughnut or scatter.',
  )
})

test('bars stand unless they should lie, and stack when that is said in any way', () => {
  expect(readChartRequest({})).toMatchObject({ type: 'column', word: 'bar', stacked: false })
  expect(readChartRequest({ type: 'bar', horizontal: true })).toMatchObject({ type: 'bar', word: 'bar' })
  expect(readChartRequest({ type: 'stacked bar' }).stacked).toBe(true)
  expect(readChartRequest({ stacked: true }).stacked).toBe(true)
  expect(readChartRequest({ type: 'column' }).word).toBe('column')
})

test('columns may be named in the words of other charting tools', () => {
  expect(readChartRequest({ x_column: 'a', y_column: 'b' })).toMatchObject({ x: 'a', y: ['b'] })
  expect(readChartRequest({ labels: 'a', values: ['b', 'c'] })).toMatchObject({ x: 'a', y: ['b', 'c'] })
  expect(
    readChartRequest({ category: 'a', series: [{ name: 'b' }, { column: 'c', name: 'C' }] }),
  ).toMatchObject({ x: 'a', y: ['b', 'c'] })
  expect(readChartRequest({ x: null, y: [] })).not.toHaveProperty('x')
})

test('what means nothing is told, not silently dropped', () => {
  expect(readChartRequest({ type: 'pie', colour: 'red', width: 3 }).ignored).toEqual(['colour', 'width'])
})
