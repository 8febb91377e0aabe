import { identifier, literals, loose } from '../../../contract/schema.ts'
import { Type, type Static } from '../../../contract/type.ts'
import { givenId } from '../schemas.ts'

const MAX_NAME_LENGTH = 200

const messageId = Type.Optional(
  Type.String({
    maxLength: MAX_NAME_LENGTH,
    description:
      'Name of the message; one from the user that was sent before replaces that turn and what follows it',
  }),
)

const anything = (description: string) => Type.Optional(Type.Unknown({ description }))

/** The input of a run as AG-UI clients send it. Members that are not named here are taken and not used. */
export const AguiRequest = loose(
  {
    threadId: givenId('Conversation; an unknown one is created'),
    runId: Type.Optional(givenId('Name of the run, returned in RUN_STARTED and RUN_FINISHED')),
    messages: Type.Array(
      loose({
        id: messageId,
        role: Type.String({ maxLength: 40, description: 'user, assistant, tool …' }),
        content: anything('Text, or parts of which some are text'),
      }),
      {
        maxItems: 1_000,
        description: 'The conversation as the client knows it; the last user message is answered',
      },
    ),
    resume: Type.Optional(
      Type.Array(
        loose({
          interruptId: identifier('The interrupt to answer'),
          status: literals(['resolved', 'cancelled'], { description: 'cancelled rejects it' }),
          payload: anything(
            '{approved: false} rejects it; anything else approves, with editedArgs in place of its arguments',
          ),
        }),
        { maxItems: 100, description: 'Answers to interrupts, instead of a message' },
      ),
    ),
  },
  { description: 'With profile=agui: RunAgentInput of AG-UI 1.0' },
)

/** What DefaultChatTransport of the AI SDK sends. */
export const AisdkRequest = loose(
  {
    id: Type.Optional(givenId('Conversation; an unknown one is created')),
    messages: Type.Array(
      loose({
        id: messageId,
        role: Type.String({ maxLength: 40, description: 'user, assistant or system' }),
        parts: Type.Optional(
          Type.Array(
            loose({
              type: Type.String({ maxLength: 200, description: 'text, data-component, dynamic-tool …' }),
            }),
            { maxItems: 5_000, description: 'Parts of the message' },
          ),
        ),
      }),
      {
        minItems: 1,
        maxItems: 1_000,
        description: 'The conversation as the client knows it; the last user message is answered',
      },
    ),
  },
  { description: 'With profile=aisdk: the body of a UI message request' },
)

/** Everything that POST /chat/stream takes, as one object: which members count depends on the profile. */
export const StreamRequest = loose(
  {
    message: Type.Optional(
      Type.String({ description: 'The message; required without a profile, see POST /chat' }),
    ),
    session_id: anything('Without a profile: the conversation to continue'),
    attachments: anything('Without a profile: files the message is about, see POST /chat'),
    from_run_id: anything('Without a profile: the answer with the pressed component, see POST /chat'),
    context: anything('Without a profile: what the shell knows, see POST /chat'),
    messages: anything('With a profile: the conversation as the client knows it'),
    threadId: anything('AG-UI: the conversation'),
    runId: anything('AG-UI: name of the run'),
    resume: anything('AG-UI: answers to interrupts'),
    id: anything('AI SDK: the conversation'),
  },
  {
    $id: 'StreamRequest',
    description:
      'Without a profile, the body of POST /chat. With profile=agui the RunAgentInput of AG-UI, with profile=aisdk what ' +
      'the DefaultChatTransport of the AI SDK sends; both may also send the body of POST /chat.',
  },
)

export type AguiRequest = Static<typeof AguiRequest>
export type AisdkRequest = Static<typeof AisdkRequest>
