import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'

const Part = Type.Object({
  status: Type.String({ description: 'ok, degraded or off' }),
  detail: Type.Union([Type.String(), Type.Null()], { description: 'What is wrong, or why it is off' }),
})

export const healthContract = defineContract({
  get: {
    method: 'GET',
    path: '/health',
    views: { reads: [] },
    summary: 'Check the health of the service, part by part',
    description:
      "Answers 503 `starting` while the service loads. A degraded part doesn't make the service unhealthy.",
    open: true,
    errors: ['starting'],
    result: Type.Object({
      status: Type.String({ description: 'ok, or degraded if any part is' }),
      version: Type.String(),
      api_version: Type.String(),
      uptime_s: Type.Number(),
      pid: Type.Integer(),
      parts: Type.Record(Type.String(), Part, { description: 'The state of each part' }),
    }),
    example: {
      result: {
        status: 'ok',
        version: '0.1.0',
        api_version: '1',
        uptime_s: 12.5,
        pid: 4242,
        parts: { database: { status: 'ok', detail: null } },
      },
    },
  },
})
