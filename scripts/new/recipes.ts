/** One name in every form that a template may want. */
export interface Names {
  /** Of an agent or a domain; empty where there is none. */
  readonly folder: string
  readonly kebab: string
  readonly snake: string
  readonly upper: string
  readonly camel: string
  readonly pascal: string
  readonly words: string
  readonly title: string
}

interface Line {
  readonly file: string
  readonly imports?: string
  /** The text that it goes below, or above at its last place. */
  readonly below?: string
  readonly above?: string
  readonly line: string
}

export interface Recipe {
  /** For what lies in a folder that is there already: the name is given as `folder/name`. */
  readonly inFolder?: { readonly path: string; readonly example: string; readonly meaning: string }
  /** Templates in this folder, and what they become. */
  readonly files: Readonly<Record<string, string>>
  readonly lines: readonly Line[]
  /** What must not be there yet. */
  readonly taken: readonly string[]
  readonly unique: { readonly files: string; readonly text: string }
  /** What to fill in, and what checks it. */
  readonly next: string
}

const schemas = {
  file: 'src/components/schemas.ts',
  imports: "import { __camel__ } from './__kebab__/schema.ts'",
}
const texts = { file: 'src/components/texts.ts', line: "__snake__: () => import('./__kebab__/text.ts')," }

const view = (size: string, height: number): Line => ({
  file: 'src/components/views.tsx',
  below: 'export const views: ViewRegistry = {\n',
  line: `__snake__: lazyView('${size}', ${height}, async () => (await import('./__kebab__/view.tsx')).__pascal__View),`,
})

export const recipes = {
  component: {
    files: {
      'component/schema.ts.txt': 'src/components/__kebab__/schema.ts',
      'component/view.tsx.txt': 'src/components/__kebab__/view.tsx',
      'component/text.ts.txt': 'src/components/__kebab__/text.ts',
    },
    lines: [
      { ...schemas, below: '  // Layout and basics\n', line: '__camel__,' },
      view('line', 44),
      { ...texts, below: 'StoredType>> = {\n' },
    ],
    taken: ['src/components/__kebab__'],
    unique: { files: 'src/components/*/schema.ts', text: "type: '__snake__'" },
    next: `Fill in: summary, members and example in schema.ts, how it looks in view.tsx, what it says in words in text.ts.
Check: npm run check && npx vitest run src/components src/cli/draw`,
  },

  widget: {
    files: {
      'widget/component-schema.ts.txt': 'src/components/__kebab__/schema.ts',
      'widget/component-view.tsx.txt': 'src/components/__kebab__/view.tsx',
      'widget/component-text.ts.txt': 'src/components/__kebab__/text.ts',
      'widget/contract.ts.txt': 'src/widgets/__kebab__/contract.ts',
      'widget/provider.ts.txt': 'src/widgets/__kebab__/provider.ts',
      'widget/widget.ts.txt': 'src/widgets/__kebab__/widget.ts',
      'widget/samples.ts.txt': 'src/widgets/__kebab__/samples.ts',
      'widget/widget.test.ts.txt': 'src/widgets/__kebab__/widget.test.ts',
      'widget/intent.ts.txt': 'src/features/chat/router/intents/live/__kebab__.ts',
    },
    lines: [
      { ...schemas, below: '  // Tier 2: fed by live data\n', line: '__camel__,' },
      view('medium', 160),
      { ...texts, below: 'export const dataTexts: Texts<LiveType | StoredType> = {\n' },
      {
        file: 'src/widgets/contracts.ts',
        imports: "import { __camel__Contract } from './__kebab__/contract.ts'",
        above: '})',
        line: '__camel__: __camel__Contract,',
      },
      {
        file: 'src/widgets/registry.ts',
        imports: "import { __camel__ } from './__kebab__/widget.ts'",
        below: 'export const widgets: Widgets = {\n',
        line: '__camel__,',
      },
      {
        file: 'src/components/sources.ts',
        below: 'const sources: Sources = {\n',
        line: "__snake__: ({ name }) => get('/api/widget/__snake__', { name }),",
      },
    ],
    taken: [
      'src/components/__kebab__',
      'src/widgets/__kebab__',
      'src/features/chat/router/intents/live/__kebab__.ts',
    ],
    unique: { files: 'src/{widgets,components}/*/*.ts', text: "name: '__upper__'" },
    next: `Fill in: what it takes and answers in contract.ts, whom it asks in provider.ts, what the provider says in samples.ts, the card and its words in src/components/__kebab__, the sentences that open it in the intent.
Check: npm run check && npx vitest run src/widgets src/components src/cli/draw`,
  },

  tool: {
    inFolder: {
      path: 'src/plugins/__folder__',
      example: 'web/page-title',
      meaning: 'a folder of src/plugins',
    },
    files: {
      'tool/tool.ts.txt': 'src/plugins/__folder__/__kebab__.ts',
      'tool/tool.test.ts.txt': 'src/plugins/__folder__/__kebab__.test.ts',
    },
    lines: [
      {
        file: 'src/plugins/__folder__/plugin.ts',
        imports: "import { __camel__ } from './__kebab__.ts'",
        below: 'tools: [',
        line: '__camel__,',
      },
    ],
    taken: ['src/plugins/__folder__/__kebab__.ts'],
    unique: { files: 'src/plugins/**/*.ts', text: "action: '__upper__'" },
    next: `Fill in: description, params, data, risk and run in src/plugins/__folder__/__kebab__.ts.
Check: npm run check && npx vitest run src/plugins/__folder__ test/registries.test.ts`,
  },

  intent: {
    inFolder: {
      path: 'src/features/chat/router/intents/__folder__',
      example: 'talk/high-five',
      meaning: 'a folder of src/features/chat/router/intents',
    },
    files: {
      'intent/intent.ts.txt': 'src/features/chat/router/intents/__folder__/__kebab__.ts',
      'intent/intent.test.ts.txt': 'src/features/chat/router/intents/__folder__/__kebab__.test.ts',
    },
    lines: [],
    taken: ['src/features/chat/router/intents/__folder__/__kebab__.ts'],
    unique: { files: 'src/features/chat/router/intents/**/*.ts', text: "name: '__folder__.__kebab__'" },
    next: `Fill in: label, example, slots, templates and act in src/features/chat/router/intents/__folder__/__kebab__.ts.
Check: npm run check && npx vitest run src/features/chat/router test/router-gold.test.ts; then npm run train:router`,
  },
} satisfies Record<string, Recipe>
