import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build, defineConfig, type Plugin } from 'vite'

const HOUR_MS = 3_600_000
/** A smaller file travels in as many packets as its twin would, or in one more. */
const WORTH_A_TWIN = 2048

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), oneFontFormat(), finish()],
  build: {
    target: 'es2024',
    // Every browser that can show the page preloads modules by itself, and the polyfill would be inline code.
    modulePreload: { polyfill: false },
    // A font or picture within the style sheet would be a data: address, which the content-security policy refuses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    outDir: 'dist',
    // A page that is open while a new one is built still asks for parts of the old one.
    emptyOutDir: false,
  },
  server: {
    port: 8001,
    proxy: {
      '^/(api|chat|execute_tool|health|docs|openapi.json|cli|project|widget)': 'http://127.0.0.1:8000',
    },
  },
})

/** Every browser that can show the page reads WOFF2; the older formats of the letters for formulas are left out. */
function oneFontFormat(): Plugin {
  return {
    name: 'one-font-format',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('katex.min.css')
        ? code.replaceAll(/,url\([^)]+\) format\("(?:woff|truetype)"\)/g, '')
        : undefined,
  }
}

/**
 * Builds the service worker, writes a smaller twin beside every text file that is worth it, so that the service has nothing to
 * compress, and clears old parts away.
 */
function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await buildServiceWorker(dir)
      await buildMcpApp(join(dir, 'answer-app'))
      const names = await readdir(dir, { recursive: true })
      const isOurs = (name: string) => !name.startsWith('assets/') || name.replace(/\.gz$/, '') in bundle
      await Promise.all(
        names
          .filter((name) => isOurs(name) && /\.(?:js|css|html|svg)$/.test(name))
          .map((name) => writeTwin(join(dir, name))),
      )
      await Promise.all(names.filter((name) => !isOurs(name)).map((name) => removeOld(join(dir, name))))
    },
  }
}

/** A script of its own, whole in one file: not every browser lets a service worker import. */
async function buildServiceWorker(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2024',
      reportCompressedSize: false,
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

/** The page that other programs show: everything in one file, for nothing may be loaded there. */
async function buildMcpApp(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), tailwind(), withoutFonts(), inOnePage()],
    build: {
      target: 'es2024',
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/answer-app/main.tsx'),
        // What would fetch parts in time has no parts to fetch.
        transform: { define: { 'import.meta': '{}' } },
        output: { format: 'iife', entryFileNames: 'answer.js', assetFileNames: 'answer[extname]' },
      },
    },
  })
}

/** Letters could only come as data, which the policy of a host refuses. */
function withoutFonts(): Plugin {
  return {
    name: 'without-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('katex.min.css') ? code.replaceAll(/@font-face\{[^}]*\}/g, '') : undefined,
  }
}

function inOnePage(): Plugin {
  return {
    name: 'in-one-page',
    enforce: 'post',
    generateBundle(_, bundle) {
      const parts = Object.values(bundle)
      const script = parts.find((part) => part.type === 'chunk')
      const style = parts.find((part) => part.fileName.endsWith('.css'))
      if (parts.length !== 2 || script?.type !== 'chunk' || style?.type !== 'asset')
        throw new Error(
          `The page for other programs is not one script and one style: ${Object.keys(bundle).join(', ')}`,
        )
      for (const name of Object.keys(bundle)) delete bundle[name]
      this.emitFile({
        type: 'asset',
        fileName: 'answer.html',
        source: inlinePage(script.code, String(style.source)),
      })
    },
  }
}

/** Neither may end its own element. */
function inlinePage(script: string, style: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>Deskhand</title><style>${style.replaceAll('</', String.raw`<\/`)}</style></head>`,
    '<body><div id="root"></div><script>',
    script.replaceAll(/<\/(?=script)/gi, String.raw`<\/`).replaceAll('<!--', String.raw`<\!--`),
    '</script></body></html>\n',
  ].join('')
}

async function writeTwin(path: string): Promise<void> {
  const content = await readFile(path)
  // One of an earlier build must not be served in place of this one.
  if (content.length < WORTH_A_TWIN) await rm(`${path}.gz`, { force: true })
  else await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

async function removeOld(path: string): Promise<void> {
  const { mtimeMs } = await stat(path)
  if (Date.now() - mtimeMs > HOUR_MS) await rm(path, { force: true })
}
