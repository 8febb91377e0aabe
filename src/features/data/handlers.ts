import type { Handlers } from '../../contract/endpoint.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { dataContract } from './contract.ts'
import { dataSize } from './data-size.ts'
import type { ExportDeps } from './export-data.ts'

export interface DataDeps extends Omit<ExportDeps, 'database'> {
  readonly folder: Pick<DataFolder, 'root' | 'database'>
}

export function dataHandlers({ folder, ...deps }: DataDeps): Handlers<typeof dataContract> {
  return {
    read: () => dataSize(folder),
    async export(_input, { signal }) {
      const { exportData } = await import('./export-data.ts')
      return exportData({ ...deps, database: folder.database }, signal)
    },
  }
}
