import { closed, dictionary, exactlyOne, identifier, literals, loose } from '../contract/schema.ts'
import { Type, type Static } from '../contract/type.ts'
import { line, passage, webAddress } from './members.ts'

const ChatAction = closed(
  {
    kind: Type.Literal('chat', { description: 'Sends a message to the conversation' }),
    message: Type.String({
      minLength: 1,
      maxLength: 4_000,
      description: 'The message to send for the person',
    }),
  },
  { description: 'Sends a message to the conversation, as if the person had typed it' },
)

const ToolAction = closed(
  {
    kind: Type.Literal('tool', { description: 'Runs a tool' }),
    tool_name: line('Action name of the tool, e.g. WRITE_FILE'),
    args: Type.Optional(dictionary(Type.Unknown(), { description: 'Arguments of the tool' })),
  },
  { description: 'Runs a tool; asks first if it needs approval' },
)

const WorkflowAction = closed(
  {
    kind: Type.Literal('workflow', { description: 'Creates or controls a workflow' }),
    operation: literals(['create', 'interrupt', 'resume', 'retry', 'rerun'], {
      description: 'create takes steps, the others a workflow_id',
    }),
    workflow_id: Type.Optional(identifier('The workflow to control')),
    name: Type.Optional(line('Name of a new workflow')),
    steps: Type.Optional(
      Type.Array(
        loose(
          {
            id: line('Unique within the workflow', 128),
            agent: line('Plugin that owns the action'),
            action: line('Tool to run'),
          },
          { description: 'A step as POST /api/workflows takes it' },
        ),
        { minItems: 1, maxItems: 200, description: 'Steps of a new workflow' },
      ),
    ),
  },
  { ...exactlyOne(['workflow_id', 'steps']), description: 'Creates a workflow, or controls an existing one' },
)

const StoreAction = closed(
  {
    kind: Type.Literal('store', { description: 'Changes a stored value' }),
    key: Type.String({ minLength: 1, maxLength: 512, description: 'Key in the store' }),
    operation: Type.Optional(
      literals(['set', 'delete'], {
        description: 'set writes value, delete removes the key; set when left out',
      }),
    ),
    value: Type.Optional(
      Type.Unknown({ description: 'Any JSON value; $value or $form takes what was entered' }),
    ),
  },
  { description: 'Writes or removes a value of the store' },
)

const OpenAction = closed(
  {
    kind: Type.Literal('open', { description: 'Opens something' }),
    url: Type.Optional(webAddress('Page on the web')),
    path: Type.Optional(passage('Absolute path of a file or folder on this machine', 4_096)),
    page: Type.Optional(
      literals(['chat', 'home', 'flows', 'tools', 'desk', 'settings'], { description: 'Page of the shell' }),
    ),
    item: Type.Optional(line('What to show on that page, e.g. a setting or a workflow_id')),
  },
  { ...exactlyOne(['url', 'path', 'page']), description: 'Opens a page, a file or a part of the shell' },
)

/**
 * What happens when a person uses a component. In its texts `$value` is what the control holds now, `$name` the field
 * of that name in the form around it, `$form` all of its fields; `$$` is a dollar, as in a workflow.
 */
export const Action = Type.Union([ChatAction, ToolAction, WorkflowAction, StoreAction, OpenAction], {
  description:
    'What happens when it is used. In its texts, $value is the value of the control, $name the field of that name in the ' +
    'surrounding form and $form all its fields; $$ is a dollar sign.',
})
export type Action = Static<typeof Action>

export const action = Type.Optional(Action)
