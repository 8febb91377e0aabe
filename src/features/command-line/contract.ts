import { Type } from '../../contract/type.ts'
import { Component } from '../../contract/component-schema.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed } from '../../contract/schema.ts'

export const commandLineContract = defineContract({
  dispatch: {
    method: 'POST',
    path: '/cli/dispatch',
    anyCaller: true,
    summary: 'Run a command of the command-line client',
    description:
      'The same commands as deskhand in a terminal, if they only need the service: ask, run, tools, workflows, ' +
      'store, settings, transform, assist and help; a sentence is a question. It never runs a shell. A command that ' +
      'fails returns an exit_code other than 0, not an error. @file only reads what a tool may read without ' +
      'asking.',
    body: closed({
      command: Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'The command without deskhand, e.g. workflows list',
      }),
      args: Type.Optional(
        Type.Array(Type.String({ maxLength: 100_000 }), {
          default: [],
          maxItems: 1000,
          description: 'More words and flags, each as is, without quoting',
        }),
      ),
      cwd: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 4096,
          description:
            'Absolute path of the folder that relative paths start from; the home folder by default',
        }),
      ),
    }),
    result: Type.Object({
      output: Type.String({ description: 'Terminal output' }),
      exit_code: Type.Integer({ minimum: 0, maximum: 255, description: '0 on success' }),
      components: Type.Optional(Type.Array(Component, { description: 'The same as components, if any' })),
    }),
    idempotencyKey: true,
    example: {
      body: { command: 'store get', args: ['groceries'] },
      result: { output: '{"items":["milk"]}\n', exit_code: 0 },
    },
  },
})
