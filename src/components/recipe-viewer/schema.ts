import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line } from '../members.ts'

export const recipeViewer = defineComponent({
  type: 'recipe_viewer',
  tier: 2,
  summary: 'A recipe to cook by, step by step: choose it for a dish, or for an idea what to cook.',
  props: closed({ query: Type.Optional(line('Name of a dish; default: a random one')) }),
  example: { query: 'pancakes' },
  gallery: {
    group: 'News and facts',
    title: 'Recipe',
    about: 'A dish to cook, step by step',
    icon: 'chef-hat',
    settings: ['query'],
    start: {},
  },
})
