import { defineContract } from '../../../contract/endpoint.ts'
import { closed } from '../../../contract/schema.ts'
import { Type } from '../../../contract/type.ts'

const SecretName = Type.String({
  pattern: '^[A-Z][A-Z0-9_]{0,99}$',
  description: 'Name in capitals, e.g. SHOP_TOKEN',
})

/** Secrets that steps of automations use. */
export const secretEndpoints = defineContract({
  listSecrets: {
    method: 'GET',
    path: '/api/automation-secrets',
    alsoAt: '/api/automations/secrets',
    summary: 'List the secrets of automations',
    description: 'Their names; values are never shown.',
    result: Type.Object({ secrets: Type.Array(SecretName, { description: 'In alphabetical order' }) }),
    example: { result: { secrets: ['SHOP_TOKEN'] } },
  },

  setSecret: {
    method: 'PUT',
    path: '/api/automation-secrets/:name',
    alsoAt: '/api/automations/secrets/:name',
    summary: 'Store a secret for automations',
    description: 'Kept where the other secrets are. A step uses it as a whole argument: $secret.NAME.',
    params: Type.Object({ name: SecretName }),
    body: closed({
      value: Type.String({ minLength: 1, maxLength: 10_000, description: 'The secret' }),
    }),
    result: Type.Object({ name: SecretName, stored: Type.Literal(true, { description: 'Always true' }) }),
    example: {
      params: { name: 'SHOP_TOKEN' },
      body: { value: 'not a real token' },
      result: { name: 'SHOP_TOKEN', stored: true },
    },
  },

  removeSecret: {
    method: 'DELETE',
    path: '/api/automation-secrets/:name',
    alsoAt: '/api/automations/secrets/:name',
    summary: 'Remove a secret of automations',
    params: Type.Object({ name: SecretName }),
    result: Type.Object({
      name: SecretName,
      deleted: Type.Boolean({ description: 'false when there was none' }),
    }),
    example: { params: { name: 'SHOP_TOKEN' }, result: { name: 'SHOP_TOKEN', deleted: true } },
  },
})
