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
      'The same commands as deskhand in a terminal, as far as they only ask the service: ask, run, tools, workflows, ' +
      'store, settings, transform, assist and help; a sentence is a question. It never runs a shell. A command that ' +
      'fails is an answer with an exit_code other than 0, not an error. @file reads only what a tool may read without ' +
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
          description: 'Further words and flags, each as it is, without quoting',
        }),
      ),
      cwd: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 4096,
          description:
            'Absolute path of the folder that relative paths start from; the home folder when left out',
        }),
      ),
    }),
    result: Type.Object({
      output: Type.String({ description: 'What the terminal shows' }),
      exit_code: Type.Integer({ minimum: 0, maximum: 255, description: '0 when it worked' }),
      components: Type.Optional(
        Type.Array(Component, { description: 'The same to draw, where there is something' }),
      ),
    }),
    idempotencyKey: true,
    example: {
      body: { command: 'store get', args: ['groceries'] },
      result: { output: '{"items":["milk"]}\n', exit_code: 0 },
    },
  },
})
