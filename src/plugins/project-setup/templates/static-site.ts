import { commonFiles, readme } from '../common-files.ts'
import { json, packageName, type Project, type ProjectFiles, type Template } from '../project.ts'
import { escapeHtml, styles } from './react-app.ts'
import { lintSettings } from './typescript.ts'

export const staticSite: Template = {
  files,
  nextSteps: ['npm test', 'npm start'],
}

function files(project: Project): ProjectFiles {
  return {
    ...commonFiles(project, { ignored: ['node_modules/', '*.log'] }),
    '.oxlintrc.json': lintSettings(),
    'README.md': readme(project, usage),
    'package.json': json({
      name: packageName(project),
      version: '0.1.0',
      private: true,
      description: project.description,
      license: 'MIT',
      type: 'module',
      scripts: { start: 'node serve.js', test: 'node --test', check: 'oxlint' },
      devDependencies: { oxlint: '1.93.0' },
    }),
    'site/index.html': page(project),
    'site/styles.css': styles,
    'site/main.js': `const year = document.querySelector('#year')
if (year) year.textContent = String(new Date().getFullYear())
`,
    'site/icon.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#3b5bdb" /></svg>
`,
    'site.test.js': siteTest,
    'serve.js': serveSource,
  }
}

function page({ name, description }: Project): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${escapeHtml(description)}" />
    <title>${escapeHtml(name)}</title>
    <link rel="icon" href="icon.svg" />
    <link rel="stylesheet" href="styles.css" />
    <script type="module" src="main.js"></script>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(name)}</h1>
      <p>${escapeHtml(description)}</p>
    </main>
    <footer>
      <p>© <span id="year"></span></p>
    </footer>
  </body>
</html>
`
}

const siteTest = `import assert from 'node:assert/strict'
import { access, glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

for await (const path of glob('site/**/*.html')) {
  const html = await readFile(path, 'utf8')

  test(\`\${path} has a language, a title and one main heading\`, () => {
    assert.match(html, /<html lang="[a-z-]+"/)
    assert.match(html, /<title>[^<]+<\\/title>/)
    assert.equal(html.match(/<h1[ >]/g)?.length, 1)
  })

  test(\`\${path} links to nothing that is missing\`, async () => {
    for (const [, target] of html.matchAll(/(?:href|src)="([^"#]+)"/g))
      if (!/^[a-z]+:/.test(target)) await access(join(dirname(path), target.split('?')[0]))
  })
}
`

const serveSource = `import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const kinds = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' }
const port = Number(process.env.PORT ?? 3000)

createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = normalize(decodeURIComponent(pathname.endsWith('/') ? \`\${pathname}index.html\` : pathname))
    const body = await readFile(join('site', path))
    response.writeHead(200, { 'content-type': kinds[extname(path)] ?? 'application/octet-stream' })
    response.end(body)
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' })
    response.end('There is no such page.')
  }
}).listen(port, '127.0.0.1', () => console.log(\`http://127.0.0.1:\${port}\`))
`

const usage = `## Work on it

The pages stand in \`site/\`, ready for any web server.

\`\`\`sh
npm start       # http://127.0.0.1:3000
npm test        # every page is sound and links to nothing that is missing
\`\`\``
