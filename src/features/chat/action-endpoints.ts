import { Type } from '../../contract/type.ts'
import { Component } from '../../contract/component-schema.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { Envelope } from '../../contract/envelope.ts'
import { closed, dictionary, identifier, literals, nullable } from '../../contract/schema.ts'

const ActionQuestion = Type.Object({
  title: Type.String({ description: 'The question' }),
  message: Type.String({ description: 'Why it is asked' }),
  detail: Type.Unknown({ description: 'Exactly what would be stored or opened' }),
})

/** What happens when a person uses a component of an answer. */
export const actionEndpoints = defineContract({
  act: {
    method: 'POST',
    path: '/chat/action',
    summary: "Run a component's action",
    description:
      'The service looks up the action it sent with the component, so nothing else can run in its name. ' +
      'chat starts a run: follow run_id. tool runs the tool; one written by a model needs approval as if the model had ' +
      'called it, and components then has the confirmation. workflow creates or moves a workflow, store changes the ' +
      'store, open only says what the shell should open. If a model wrote the action after reading text from others, ' +
      'asks says what would be stored or opened, and nothing is done: send it again with approved once you ' +
      'have seen it.',
    body: closed({
      run_id: identifier('The answer with the component'),
      component_id: identifier('The component, at any depth of the answer'),
      action_path: Type.Optional(
        Type.String({
          pattern: '^(/[^/]*)+$',
          maxLength: 500,
          default: '/action',
          description: 'JSON pointer to the action within the component, e.g. /items/2/action',
        }),
      ),
      approved: Type.Optional(
        Type.Boolean({ description: 'The person has seen asks and agrees', default: false }),
      ),
      values: Type.Optional(
        closed(
          {
            value: Type.Optional(Type.Unknown({ description: "The control's value: $value" })),
            form: Type.Optional(
              dictionary(Type.Unknown(), { description: 'Fields of the surrounding form: $form and $name' }),
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
        description: 'workflow: the one created or moved',
      }),
      result: nullable(Envelope, { description: 'tool: its result' }),
      components: Type.Array(Component, { description: 'What to show beside the component' }),
      open: nullable(dictionary(Type.Unknown()), { description: 'open: url, path or page to open' }),
      asks: nullable(ActionQuestion, {
        description: 'What the person must agree to first; nothing was done',
      }),
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
        asks: null,
      },
    },
  },

  loadHeld: {
    method: 'POST',
    path: '/chat/held',
    summary: 'Load what an answer holds back',
    description:
      'A conversation that has read something private only loads addresses that you gave, or that a live-data ' +
      'provider of the service returned. Anything else a model writes comes as a held component, with nothing ' +
      'that could be loaded. Show its addresses to the person first: this returns the component, which is part of ' +
      'the answer from then on.',
    body: closed({ component_id: identifier('The held component') }),
    result: Type.Object({ component: Component }),
    errors: ['not_found', 'forbidden'],
    example: {
      body: { component_id: 'cmp_4s8d1f6g9h' },
      result: {
        component: {
          type: 'rss_reader',
          id: 'cmp_4s8d1f6g9h',
          url: 'https://example.com/feed.xml',
          limit: 10,
        },
      },
    },
  },

  judgeLink: {
    method: 'POST',
    path: '/chat/address',
    views: { reads: [] },
    summary: 'Check whether a link in an answer must be shown first',
    description:
      'Call this before opening a link in an answer. If known is false, a model wrote the address in a conversation that has ' +
      'read something private: show shown to the person, and open it only if they agree.',
    body: closed({
      run_id: identifier('The answer with the link'),
      address: Type.String({ minLength: 1, maxLength: 8_192, description: 'Where it leads' }),
    }),
    result: Type.Object({
      known: Type.Boolean({ description: 'Whether it may be opened right away' }),
      shown: Type.String({
        description: 'The full address, without invisible or direction-changing characters',
      }),
    }),
    errors: ['not_found'],
    example: {
      body: { run_id: 'run_1b5g7k3t8y', address: 'https://example.com/?for=ada' },
      result: { known: false, shown: 'https://example.com/?for=ada' },
    },
  },
})
