import type { Verb } from './command.ts'
import { place } from './place-options.ts'

const { json } = place

export const mcpVerbs: readonly [Verb, ...Verb[]] = [
  {
    name: 'serve',
    usage: 'deskhand mcp [--start]',
    summary: 'Offer the tools of the running service to the program that started this',
    options: { start: { type: 'boolean', about: "Start the service in the background if it isn't running" } },
  },
  {
    name: 'sign-in',
    usage: 'deskhand mcp sign-in SERVER [--address ADDRESS]',
    summary: 'Sign in to an MCP server in the browser',
    options: {
      address: {
        type: 'string',
        value: 'ADDRESS',
        about: 'For a browser on another machine: the address that it returned to and could not open',
      },
      json,
    },
    maxWords: 1,
  },
  {
    name: 'sign-out',
    usage: 'deskhand mcp sign-out SERVER',
    summary: 'Revoke and delete what you signed in to an MCP server with',
    options: { json },
    maxWords: 1,
  },
]
