import { markdown, quiet, heading, facts, link, column } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'profile'> = (component, { figure }) => {
  const { name, description, summary, facts: known = [], sections = [], links = [], source } = component
  return [
    column([
      [heading(name), quiet(description)],
      [markdown(summary)],
      [facts(known.map(({ label, value }) => ({ label, value: figure(value) })))],
      ...sections.map(({ title, text }) => [heading(title), markdown(text)]),
      ...links.map(({ label, url }) => [link(label, url)]),
      [source && link(source.name, source.url), quiet(source?.attribution)],
    ]),
  ]
}
