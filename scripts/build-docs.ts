import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDocsSite } from './build/docs-site.ts'

/** `npm run build:docs [-- --base /deskhand] [--out folder]` makes the documentation as a static site. */
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '' },
    out: { type: 'string', default: join(root, 'dist-docs') },
  },
})
if (values.base !== '' && !/^(?:\/[\w.-]+)+$/.test(values.base)) {
  console.error('--base is a path without a slash at its end, such as /deskhand.')
  process.exit(1)
}
const files = await buildDocsSite({ root, target: values.out, base: values.base })
console.log(`${files.length} files in ${values.out}`)
