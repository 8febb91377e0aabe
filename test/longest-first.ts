import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that took a minute or more of a busy machine, longest first. */
const LONGEST = [
  'test/start-stop.test.ts',
  'test/new-things.test.ts',
  'test/workflow-postgres.test.ts',
  'test/eval-model.test.ts',
  'test/cli-everyday.test.ts',
  'test/desktop/x11-typing.test.ts',
  'test/cli.test.ts',
  'test/eval-misled-model.test.ts',
  'test/package.test.ts',
  'test/storage-durability.test.ts',
  'test/shell/pages.test.ts',
  'test/shell/keyboard-pages.test.ts',
  'src/features/plugins/hostile-plugins.test.ts',
  'test/shell/keyboard-widgets.test.ts',
  'test/soak.test.ts',
  'test/desktop/computer-benchmark.test.ts',
  'test/tool-fuzz.test.ts',
  'test/desktop/wayland-screen.test.ts',
  'src/platform/charts/charts.test.ts',
  'test/pptx-readers.test.ts',
  'test/cli-service.test.ts',
  'test/mcp-changes.test.ts',
]

/**
 * What takes longest begins first, so that short files fill what is left and all cores stay busy to the end. Where no
 * earlier run says how long a file takes, the longest as they were once go first, and those that start a whole service
 * before the units.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    if (sorted.some((spec) => this.ctx.cache.getTestSpecificationResult(spec))) return sorted
    const place = ({ moduleId }: TestSpecification): number => {
      const path = relative(this.ctx.config.root, moduleId)
      if (LONGEST.includes(path)) return LONGEST.indexOf(path)
      return path.startsWith('src') ? LONGEST.length + 1 : LONGEST.length
    }
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}
