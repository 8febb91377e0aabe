import { silentLog } from '../src/contract/log.ts'
import type { ToolCall } from '../src/contract/tool.ts'
import { createChartRenderer } from '../src/platform/charts/chart-renderer.ts'
import { generateChartImage } from '../src/plugins/analyst-tools/generate-chart-image.ts'

/** Draws a chart by the tool; with repeats, that many more, and prints their times. */
const [kind, input, output, repeats] = [
  process.argv[2]!,
  process.argv[3]!,
  process.argv[4]!,
  Number(process.argv[5]),
]
const columns: Record<string, { x_column: string; y_column: string }> = {
  bar: { x_column: 'category', y_column: 'units' },
  line: { x_column: 'time', y_column: 'noise' },
  scatter: { x_column: 'x', y_column: 'y' },
  pie: { x_column: 'category', y_column: 'units' },
}
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
const tool = generateChartImage(createChartRenderer())
const args = { input_path: input, output_path: output, chart_type: kind, title: 'A chart', ...columns[kind] }
await tool.run(args, call)
const times: number[] = []
for (let round = 0; round < repeats; round++) {
  const started = performance.now()
  await tool.run(args, call)
  times.push(performance.now() - started)
}
if (repeats > 0) console.log(JSON.stringify(times))
