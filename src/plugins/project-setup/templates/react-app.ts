import { commonFiles, readme } from '../common-files.ts'
import { json, packageName, type Project, type ProjectFiles, type Template } from '../project.ts'
import { lintSettings, typescriptSettings } from './typescript.ts'

export const reactApp: Template = {
  files,
  nextSteps: ['npm install', 'npm test', 'npm run dev'],
}

function files(project: Project): ProjectFiles {
  return {
    ...commonFiles(project, { ignored: ['node_modules/', 'dist/', '*.log', '.env'] }),
    '.oxlintrc.json': lintSettings({ 'import/no-unassigned-import': ['warn', { allow: ['**/*.css'] }] }),
    'README.md': readme(project, usage),
    'package.json': json({
      name: packageName(project),
      version: '0.1.0',
      private: true,
      description: project.description,
      license: 'MIT',
      type: 'module',
      scripts: {
        dev: 'vite',
        build: 'vite build',
        preview: 'vite preview',
        test: 'vitest run',
        check: 'tsc --noEmit && oxlint',
      },
      dependencies: { react: '19.3.1', 'react-dom': '19.3.1' },
      devDependencies: {
        '@types/react': '19.3.0',
        '@types/react-dom': '19.3.0',
        '@vitejs/plugin-react': '6.3.0',
        oxlint: '1.93.0',
        typescript: '7.0.2',
        vite: '8.3.8',
        vitest: '5.1.0',
      },
    }),
    'tsconfig.json': typescriptSettings({
      module: 'preserve',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: ['vite/client'],
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
    }),
    'vite.config.ts': `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react()] })
`,
    'index.html': indexPage(project),
    'src/main.tsx': mainSource,
    'src/app.tsx': appSource(project),
    'src/app.test.tsx': appTest,
    'src/app.css': styles,
  }
}

const mainSource = `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './app.css'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`

const appTest = `import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { App } from './app.tsx'

test('it has a title and a button', () => {
  const page = renderToStaticMarkup(<App />)
  expect(page).toContain('<h1>')
  expect(page).toContain('Clicked 0 times')
})
`

function indexPage({ name, description }: Project): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${escapeHtml(description)}" />
    <title>${escapeHtml(name)}</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/main.tsx"></script>
  </body>
</html>
`
}

function appSource({ name, description }: Project): string {
  return `import { useState } from 'react'

export function App() {
  const [count, setCount] = useState(0)
  return (
    <main>
      <h1>{${JSON.stringify(name)}}</h1>
      <p>{${JSON.stringify(description)}}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Clicked {count} times
      </button>
    </main>
  )
}
`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export const styles = `:root {
  color-scheme: light dark;
  font: 1rem/1.5 system-ui, sans-serif;
}

main {
  max-width: 40rem;
  margin: 4rem auto;
  padding: 0 1rem;
}

button {
  padding: 0.5rem 1rem;
  font: inherit;
}
`

const usage = `## Work on it

\`\`\`sh
npm install
npm run dev     # http://localhost:5173, follows your changes
npm test
npm run check   # types and lint
npm run build   # the finished page in dist/
\`\`\``
