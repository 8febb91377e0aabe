import { defineContract } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { closed, identifier, timestamp } from '../../../contract/schema.ts'
import { Type } from '../../../contract/type.ts'
import { ExportedProvenance } from '../schemas.ts'
import { exampleAutomation, exampleDefinition } from './examples.ts'
import { Automation, AutomationDefinition, AutomationVersion } from './schemas.ts'

const head = {
  format: Type.Literal('deskhand.automation', { description: 'Type of the document' }),
  version: Type.Literal(2, { description: 'Version of the format' }),
}
const exported_at = timestamp('When it was exported')

const { enabled: _enabled, pins: _pins, ...imported } = AutomationDefinition.properties
const { pins: _data, ...exported } = AutomationVersion.properties.definition.properties

/** An automation to keep or to give to another machine: without secrets, addresses and what was pinned. */
export const ExportedAutomation = Type.Object(
  { ...head, exported_at, ...exported, provenance: ExportedProvenance },
  { $id: 'ExportedAutomation', description: 'An automation as a document, for POST /api/automations/import' },
)

export const ImportedAutomation = closed({
  ...head,
  exported_at: Type.Optional(exported_at),
  ...imported,
  provenance: Type.Optional(ExportedProvenance),
})

const exampleDocument = {
  format: 'deskhand.automation',
  version: 2,
  exported_at: '2026-03-02T10:00:00Z',
  ...exampleDefinition,
  provenance: Object.fromEntries(exampleDefinition.steps.map(({ id }) => [id, 'local-client'])),
} as const

/** Taking an automation from one machine to another. */
export const transferEndpoints = defineContract({
  export: {
    method: 'GET',
    path: '/api/automations/:automation_id/export',
    summary: 'Export an automation as a document',
    description: 'Without the values of secrets, the address of a webhook and what was pinned.',
    params: Type.Object({ automation_id: identifier('Identifier of the automation') }),
    result: ExportedAutomation,
    errors: ['not_found'],
    example: { params: { automation_id: exampleAutomation.automation_id }, result: exampleDocument },
  },

  import: {
    method: 'POST',
    path: '/api/automations/import',
    summary: 'Import an exported automation',
    description:
      'Checked like POST /api/automations. It is switched off so a person can check it first. Its steps count as ' +
      'imported, or keep their origin if that was a model, a plugin or a message from outside: they ask before they send, ' +
      'delete or control anything.',
    body: ImportedAutomation,
    bodyLimit: limits.workflow_body_bytes.value,
    result: Automation,
    status: 201,
    idempotencyKey: true,
    example: { body: exampleDocument, result: { ...exampleAutomation, enabled: false } },
  },
})
