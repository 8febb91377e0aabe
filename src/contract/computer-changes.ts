import { nullable } from './schema.ts'
import { Type, type Static } from './type.ts'

const names = (description: string) => Type.Array(Type.String(), { description })

/** What the service itself saw to change while a task went on; nothing in it is a model's word. */
export const TaskChanges = Type.Object({
  files: nullable(
    Type.Object({
      created: names('New files and folders; those in a new folder are not listed'),
      changed: names('Files with new content'),
      deleted: names('Files and folders that are gone from their place'),
      more: Type.Integer({ minimum: 0, description: 'How many are not listed' }),
      complete: Type.Boolean({ description: 'Whether there was time to look through all folders' }),
    }),
    {
      description:
        'In the visible folders of the home folder, by paths relative to it, whoever changed them; null if not looked at',
    },
  ),
  windows: nullable(
    Type.Object({
      opened: names('Titles of windows that were not there when it began'),
      closed: names('Titles of windows that are gone'),
    }),
    { description: 'null if the desktop tells of no windows' },
  ),
  fields: Type.Array(
    Type.Object({
      field: Type.String({ description: 'Its label, or what kind of field it is' }),
      window: Type.String({ description: 'Title of its window; empty if unknown' }),
      value: Type.String({ description: 'What it held afterwards, or what was typed; secrets are masked' }),
    }),
    { description: 'Fields that it typed into, and boxes in which it chose something' },
  ),
  submitted: names(
    'Forms that it sent off: the button that it pressed, or the field in which it pressed Return',
  ),
  approved: names('Questions that you said yes to'),
})
export type TaskChanges = Static<typeof TaskChanges>
