import { defineContract } from '../../../../contract/endpoint.ts'
import { Type } from '../../../../contract/type.ts'
import { exampleDefinition } from '../examples.ts'
import { AutomationTemplate } from './schemas.ts'

export const templateEndpoints = defineContract({
  templates: {
    method: 'GET',
    path: '/api/automations/templates',
    summary: 'List templates for automations',
    description:
      'Automations that only have to be saved: change what you like and POST the definition to /api/automations. Runs that a ' +
      'trigger starts use the defaults of the inputs, so write your choice there.',
    result: Type.Object({ templates: Type.Array(AutomationTemplate, { description: 'By category' }) }),
    example: {
      result: {
        templates: [
          {
            id: 'file-invoices',
            title: 'File invoices',
            description: 'Moves invoices from Downloads to a folder of their own.',
            category: 'files',
            definition: exampleDefinition,
          },
        ],
      },
    },
  },
})
