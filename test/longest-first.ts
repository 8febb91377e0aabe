import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest begins first, so that short files fill what is left and all cores stay busy to the end. Where no
 * earlier run says how long a file takes, those that start a whole service go before the units.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    if (sorted.some((spec) => this.ctx.cache.getTestSpecificationResult(spec))) return sorted
    const isUnit = ({ moduleId }: TestSpecification) =>
      relative(this.ctx.config.root, moduleId).startsWith('src')
    return [...sorted.filter((spec) => !isUnit(spec)), ...sorted.filter(isUnit)]
  }
}
