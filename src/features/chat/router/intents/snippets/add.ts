import { addFirst, shortened } from '../../answers/entries.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import { asTyped } from '../../readers/as-said.ts'
import { snippets } from './stored-snippets.ts'

const save = '(save|add|keep|store|remember)'
const snippet = '[a|an|the|this|that] [new] [code] snippet'

export const intent = defineIntent({
  name: 'snippet.add',
  label: 'New snippet',
  example: 'Save snippet: du -h -d1 | sort -h',
  effect: 'adds',
  shownBy: 'code_snippets',
  slots: { code: required.text, title: optional.text },
  needs: ['code'],
  templates: [
    `[${save}|new|create] ${snippet} [<titled> {title:name}] : {code}`,
    `${save} [this|the|a] (code|command) : {code}`,
    `${save} {code} as [a|the|my] [new] [code] snippet [[<titled>] {title:name}]`,
    `${save} {code} to [<my>] [code] snippets [as {title:name}]`,
    `(${save}|new|create) ${snippet} {code} (as|<titled>) {title:name}`,
    `(${save}|new|create) ${snippet} {code}`,
  ],
  fill({ code = '', ...slots }, said) {
    // "save this as a snippet" speaks of something that is not here.
    if (/^(?:this|that|it)$/i.test(code)) return undefined
    return { ...slots, code: asTyped(said, code).replace(/^`([^`]+)`$/s, '$1') }
  },
  async act({ slots, writer, when }, { store }) {
    const code = slots.code.slice(0, 100_000)
    const title = (slots.title ?? shortened(code)).slice(0, 300)
    await addFirst(store, snippets, { entry: { title, code }, now: when.now })
    writer.say(`Saved the snippet “${title}”.`)
    writer.add(snippets.card)
  },
})
