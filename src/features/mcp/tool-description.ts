import type { JSONObject, Tool as McpTool } from '@modelcontextprotocol/server'
import type { AnyTool } from '../../contract/tool.ts'
import type { CatalogEntry } from '../tools/catalog-entry.ts'

const failed = {
  type: 'object',
  description: "Why it wasn't done",
  properties: {
    error: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  },
  required: ['error'],
}

/** A tool as MCP tells it, made of its one declaration. */
export function describeTool({ tool, agent, alwaysAsks }: CatalogEntry): McpTool {
  return {
    name: tool.action,
    title: tool.title,
    description: tool.description,
    inputSchema: {
      ...(portable(tool.params) as JSONObject),
      type: 'object',
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        success: { type: 'boolean', description: 'Whether the tool did what was asked' },
        message: { type: 'string', description: 'The outcome in a sentence' },
        data: { anyOf: [portable(tool.data) as JSONObject, failed] },
      },
      required: ['success', 'message', 'data'],
    },
    annotations: annotationsOf(tool),
    _meta: { 'deskhand/agent': agent, 'deskhand/risk': tool.risk, 'deskhand/always_asks': alwaysAsks },
  }
}

function annotationsOf({ title, risk, idempotent, reads }: AnyTool): McpTool['annotations'] {
  return {
    title,
    readOnlyHint: risk === 'read',
    destructiveHint: risk === 'dangerous',
    idempotentHint: idempotent,
    openWorldHint:
      risk === 'external' || typeof reads === 'function' || (reads?.includes('untrusted') ?? true),
  }
}

/** Without the names that only mean something here: a client that compiles all schemas would meet some of them twice. */
function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, member]) => !(name === '$id' && typeof member === 'string'))
      .map(([name, member]) => [name, portable(member)]),
  )
}
