import type { Handlers } from '../../contract/endpoint.ts'
import type { telemetryContract } from './contract.ts'
import type { RenderTelemetry } from './telemetry.ts'

export function telemetryHandlers({
  telemetry,
}: {
  telemetry: RenderTelemetry
}): Handlers<typeof telemetryContract> {
  return {
    report({ body }) {
      const reports = Array.isArray(body) ? body : [body]
      return { accepted: telemetry.report(reports) }
    },
    read: ({ query }) => telemetry.read(query),
  }
}
