/** What a person enters for one server; lists have a line for each of their members. */
export interface ServerForm {
  readonly name: string
  readonly command: string
  readonly args: string
  readonly env: string
  readonly rights: string
  readonly url: string
  readonly headers: string
}

export const EMPTY_FORM: ServerForm = {
  name: '',
  command: '',
  args: '',
  env: '',
  rights: 'work',
  url: '',
  headers: '',
}

/** A line that can't be read, in a sentence; undefined when all can. */
export function formProblem({ env, headers }: ServerForm): string | undefined {
  const variable = linesOf(env).find((line) => !/^[A-Za-z_]\w*=/.test(line))
  if (variable !== undefined) return `“${variable}” must look like NAME=value.`
  const header = linesOf(headers).find((line) => !/^[A-Za-z0-9-]+:/.test(line))
  return header === undefined ? undefined : `“${header}” must look like Name: value.`
}

export function serverOf(form: ServerForm, way: 'program' | 'address') {
  if (way === 'address')
    return { url: form.url.trim(), ...filled('headers', Object.fromEntries(pairsOf(form.headers, ':'))) }
  return {
    command: form.command.trim(),
    ...filled('args', linesOf(form.args)),
    ...filled('env', Object.fromEntries(pairsOf(form.env, '='))),
    ...(form.rights === 'full' && { rights: 'full' }),
  }
}

function filled(name: string, value: object): object {
  return Object.keys(value).length === 0 ? {} : { [name]: value }
}

function pairsOf(text: string, sign: string): [string, string][] {
  return linesOf(text).map((line) => {
    const at = line.indexOf(sign)
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
