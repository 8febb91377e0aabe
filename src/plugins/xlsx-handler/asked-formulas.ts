import { isPersonal } from '../../contract/endpoint.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { reasonToDistrustFormulas } from '../../platform/spreadsheets/formula.ts'

/** A formula that only calculates may be anybody's; one that can reach out of the file is a person's to allow. */
export function reasonToAskAboutFormulas(
  rows: readonly unknown[],
  { provenance }: ToolCall,
): string | undefined {
  return isPersonal(provenance) ? undefined : reasonToDistrustFormulas(rows)
}
