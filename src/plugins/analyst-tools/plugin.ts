import { AppError } from '../../contract/errors.ts'
import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { createChartRenderer } from '../../platform/charts/chart-renderer.ts'
import { createDcfModel } from './create-dcf-model.ts'
import type { FundamentalsProvider } from './fundamentals.ts'
import { generateChartImage } from './generate-chart-image.ts'
import { generateCompsTable } from './generate-comps-table.ts'

/** The agent, with whoever knows the numbers of listed companies. */
export function createAnalystTools({ fundamentals }: { fundamentals: FundamentalsProvider }): Plugin {
  return definePlugin({
    agent: 'analyst_tools',
    title: 'Analyst',
    summary: 'Values companies, compares them and charts data.',
    tools: [createDcfModel, generateChartImage(createChartRenderer()), generateCompsTable(fundamentals)],
  })
}

export const analystTools = createAnalystTools({
  fundamentals: async () => {
    throw new AppError('unavailable', "Live company data isn't available in this version yet.")
  },
})
