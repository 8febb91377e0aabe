import { Type } from '../../contract/type.ts'
import { Component } from '../../contract/component-schema.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { Envelope } from '../../contract/envelope.ts'
import { closed, dictionary, identifier, literals, nullable } from '../../contract/schema.ts'

/** What happens when a person uses a component of an answer. */
export const actionEndpoints = defineContract({
  act: {
    method: 'POST',
    path: '/chat/action',
    summary: 'Do the action of a component',
    description:
      'The service looks up the action that it sent with the component, so that nothing else can be run in its name. ' +
      'chat begins a run: follow run_id. tool runs the tool; one that a model wrote needs approval as if the model had ' +
      'called it, and then components holds the confirmation. workflow creates or moves a workflow, store changes the ' +
      'store, open only says what the shell should open.',
    body: closed({
      run_id: identifier('The answer that holds the component'),
      component_id: identifier('The component, at any depth of the answer'),
      action_path: Type.Optional(
        Type.String({
          pattern: '^(/[^/]*)+$',
          maxLength: 500,
          default: '/action',
          description: 'JSON pointer to the action within the component, e.g. /items/2/action',
        }),
      ),
      values: Type.Optional(
        closed(
          {
            value: Type.Optional(Type.Unknown({ description: 'What the control holds: $value' })),
            form: Type.Optional(
              dictionary(Type.Unknown(), { description: 'Fields of the form around it: $form and $name' }),
            ),
          },
          { description: 'What the person entered' },
        ),
      ),
    }),
    result: Type.Object({
      kind: literals(['chat', 'tool', 'workflow', 'store', 'open'], { description: 'Kind of the action' }),
      session_id: identifier('The conversation'),
      run_id: nullable(identifier('Run'), { description: 'chat: the run that answers' }),
      workflow_id: nullable(identifier('Workflow'), {
        description: 'workflow: the one that was made or moved',
      }),
      result: nullable(Envelope, { description: 'tool: what it returned' }),
      components: Type.Array(Component, { description: 'What to draw beside the component that was used' }),
      open: nullable(dictionary(Type.Unknown()), { description: 'open: url, path or page to open' }),
    }),
    errors: ['not_found', 'conflict'],
    example: {
      body: { run_id: 'run_1b5g7k3t8y', component_id: 'cmp_4s8d1f6g9h' },
      result: {
        kind: 'tool',
        session_id: 'chat_6m2d8w4x9a',
        run_id: null,
        workflow_id: null,
        result: { success: true, message: 'Wrote 8 bytes to ~/today.md.', data: { bytes: 8 } },
        components: [{ type: 'text', text: 'Wrote 8 bytes to ~/today.md.' }],
        open: null,
      },
    },
  },
})
