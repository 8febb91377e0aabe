import type { LiveData } from '../../features/live-data/live-data.ts'
import type { LiveKind } from '../../plugins/live-data/get-live-data.ts'
import { Type, type TObject } from '../../contract/type.ts'
import type { AnyWidget } from '../../widgets/kit/widget.ts'
import { widgets } from '../../widgets/registry.ts'

/** Everything that the endpoints of live data give, asked for in the same way: the same checks, guards and providers. */
export function liveKinds({ ask }: Pick<LiveData, 'ask'>): LiveKind[] {
  return (Object.keys(widgets) as (keyof typeof widgets)[]).map((name) => {
    const { contract, summary }: AnyWidget = widgets[name]
    return {
      kind: contract.kind ?? name,
      arguments: (contract.query ?? contract.body ?? Type.Object({})) as TObject,
      isFigures: contract.isFigures === true,
      ask: (args, caller) => ask(name, args as never, caller),
      summary,
    }
  })
}
