// What the parts of the reference page are made of.

export function element(name, attributes, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}

export function code(text) {
  return element('code', {}, text)
}

export function table(header, rows) {
  const head = element(
    'thead',
    {},
    element('tr', {}, ...header.map((title) => element('th', { scope: 'col' }, title))),
  )
  const body = rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))
  return element('table', {}, head, element('tbody', {}, ...body))
}

/** An example with a button that copies it. */
export function example(text) {
  const button = element('button', { type: 'button' }, 'Copy')
  button.addEventListener('click', async () => {
    button.textContent = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Select the text to copy it',
    )
    setTimeout(() => (button.textContent = 'Copy'), 2_000)
  })
  return element('div', { class: 'example' }, element('pre', { tabindex: '0' }, text), button)
}

/** Several ways to say one thing, one of them shown. The choice is the same in every operation. */
export function choices(label, options) {
  const panel = element('div', {})
  const buttons = options.map(({ name, text }) => {
    const button = element('button', { type: 'button', 'aria-pressed': 'false' }, name)
    button.addEventListener('click', () => {
      localStorage.setItem('deskhand.docs.example', name)
      show(name)
    })
    return { button, name, text }
  })
  const show = (wanted) => {
    const chosen = buttons.find(({ name }) => name === wanted) ?? buttons[0]
    for (const { button } of buttons) button.setAttribute('aria-pressed', String(button === chosen.button))
    panel.replaceChildren(example(chosen.text))
  }
  show(localStorage.getItem('deskhand.docs.example'))
  return element(
    'div',
    { class: 'choices', role: 'group', 'aria-label': label },
    ...buttons.map(({ button }) => button),
    panel,
  )
}
