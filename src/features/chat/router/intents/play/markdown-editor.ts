import { defineIntent } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'markdown_editor',
  label: 'Text editor',
  example: 'Open a markdown editor',
  templates: [
    '[<start>|show [me]] [<a>] [new|blank|empty] ((markdown|text) editor|editor for (markdown|text)|markdown (document|page))',
    '(open|start|new|begin) [<a>] [new] markdown',
    '[let me|(i|we) (want|would like|need) to] (write|edit|type) [some] markdown',
  ],
  examples: [
    '(i want to|let me) write (a draft|a letter|an essay|a document)',
    'start a draft',
    '(new|blank|empty) (markdown|text) (document|file|page)',
  ],
})
