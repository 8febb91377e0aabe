/** The drawings of the guides, each as boxes on a grid with arrows between them. */

type Kind = 'plain' | 'person' | 'outside' | 'strong'

interface Box {
  readonly column: number
  readonly row: number
  readonly text: string
  readonly kind: Kind
  /** In columns. */
  readonly width: number
}

interface Diagram {
  readonly boxes: Readonly<Record<string, Box>>
  readonly arrows: readonly (readonly [from: string, to: string, label?: string])[]
}

const COLUMN = 210
const ROW = 84
const HEIGHT = 50
const GAP = 44
const EDGE = 10
const LINE = 17

function box(
  [column, row]: readonly [number, number],
  text: string,
  { kind = 'plain', width = 1 }: Partial<Box> = {},
): Box {
  return { column, row, text, kind, width }
}

const person = { kind: 'person' } as const
const outside = { kind: 'outside' } as const
const strong = { kind: 'strong' } as const

const diagrams: Readonly<Record<string, Diagram>> = {
  'concept-tool': {
    boxes: {
      you: box([0, 0], 'You', person),
      model: box([0, 1], 'A model', outside),
      workflow: box([0, 2], 'A workflow'),
      tool: box([1, 1], 'WRITE_FILE\narguments are checked', strong),
      answer: box([2, 1], 'success\nmessage, data'),
    },
    arrows: [
      ['you', 'tool'],
      ['model', 'tool'],
      ['workflow', 'tool'],
      ['tool', 'answer'],
    ],
  },
  'concept-component': {
    boxes: {
      said: box([0, 1], '“25 minute timer”', person),
      component: box([1, 1], '{ type: "live_timer",\n seconds: 1500 }', strong),
      page: box([2, 0], 'The page draws it'),
      terminal: box([2, 1], 'The terminal prints it'),
      chat: box([2, 2], 'A team chat tells it'),
    },
    arrows: [
      ['said', 'component'],
      ['component', 'page'],
      ['component', 'terminal'],
      ['component', 'chat'],
    ],
  },
  'concept-store': {
    boxes: {
      page: box([0, 0], 'Page'),
      terminal: box([0, 1], 'Terminal'),
      program: box([0, 2], 'Your program', outside),
      store: box([1, 1], 'shopping, version 7\n{ items: […] }', strong),
      event: box([2, 1], 'store.changed\nto all of them'),
    },
    arrows: [
      ['page', 'store'],
      ['terminal', 'store'],
      ['program', 'store'],
      ['store', 'event'],
    ],
  },
  'concept-run': {
    boxes: {
      pending: box([0, 1], 'pending'),
      running: box([1, 1], 'running', strong),
      waiting: box([1, 0], 'waiting\nfor a person', person),
      paused: box([1, 2], 'paused'),
      completed: box([2, 0], 'completed'),
      failed: box([2, 1], 'failed'),
      cancelled: box([2, 2], 'cancelled'),
    },
    arrows: [
      ['pending', 'running'],
      ['running', 'waiting'],
      ['running', 'paused'],
      ['running', 'completed'],
      ['running', 'failed'],
      ['running', 'cancelled'],
    ],
  },
  'concept-approval': {
    boxes: {
      model: box([0, 0], 'A model wants\nto send a mail', outside),
      question: box([1, 0], 'Question\nwith the arguments', strong),
      you: box([2, 0], 'You', person),
      runs: box([3, 0], 'It runs, once'),
      not: box([3, 1], 'Nothing happens'),
    },
    arrows: [
      ['model', 'question'],
      ['question', 'you'],
      ['you', 'runs', 'yes'],
      ['you', 'not', 'no'],
    ],
  },
  'concept-taint': {
    boxes: {
      own: box([0, 0], 'Your files, lists\nprivate', person),
      mail: box([0, 1], 'Mail, web pages\nfrom outside', outside),
      conversation: box([1, 0], 'A conversation\nhas read both', strong),
      asks: box([2, 0], 'Deskhand asks'),
      leaves: box([3, 0], 'Something changes,\nor leaves'),
    },
    arrows: [
      ['own', 'conversation'],
      ['mail', 'conversation'],
      ['conversation', 'asks'],
      ['asks', 'leaves', 'yes'],
    ],
  },
  'concept-workflow': {
    boxes: {
      find: box([0, 0], 'find\nSEARCH_FILES'),
      read: box([1, 0], 'read\nREAD_PDF'),
      zip: box([1, 1], 'zip\nCOMPRESS_FILES'),
      write: box([2, 0], 'write\nWRITE_XLSX'),
      tell: box([3, 0], 'tell\nNOTIFY_USER', strong),
    },
    arrows: [
      ['find', 'read'],
      ['find', 'zip'],
      ['read', 'write'],
      ['write', 'tell'],
      ['zip', 'tell'],
    ],
  },
  'concept-automation': {
    boxes: {
      happens: box([0, 0], 'A PDF lands\nin Downloads', outside),
      trigger: box([1, 0], 'Trigger\nkeeps the event'),
      run: box([2, 0], 'A run\nof the workflow', strong),
      result: box([3, 0], 'Moved, and\nyou are told', person),
    },
    arrows: [
      ['happens', 'trigger'],
      ['trigger', 'run', 'once'],
      ['run', 'result'],
    ],
  },
  architecture: {
    boxes: {
      page: box([0, 0], 'Page', person),
      terminal: box([1, 0], 'Terminal', person),
      phone: box([2, 0], 'Phone, team chat', person),
      mcp: box([3, 0], 'MCP, your program', outside),
      entry: box([0, 1], 'HTTP on 127.0.0.1: who calls, and may they?', { ...strong, width: 4 }),
      chat: box([0, 2], 'Chat\nrouter, then model'),
      tools: box([1, 2], 'Tools\nrules, approvals, audit'),
      workflows: box([2, 2], 'Workflows\ntriggers, steps'),
      store: box([3, 2], 'Store, settings,\nevents'),
      provider: box([0, 3], 'Model, if you\nset one up', outside),
      sandbox: box([1, 3], 'Sandbox: commands,\nplugins, MCP, readers'),
      database: box([2, 3], 'One SQLite file (or PostgreSQL for workflows)', { width: 2, kind: 'plain' }),
    },
    arrows: [
      ['page', 'entry'],
      ['terminal', 'entry'],
      ['phone', 'entry'],
      ['mcp', 'entry'],
      ['entry', 'chat'],
      ['entry', 'tools'],
      ['entry', 'workflows'],
      ['entry', 'store'],
      ['chat', 'tools'],
      ['workflows', 'tools'],
      ['chat', 'provider'],
      ['tools', 'sandbox'],
      ['workflows', 'database'],
      ['store', 'database'],
    ],
  },
}

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #24292f; text-anchor: middle; }
text.label { font-size: 11px; fill: #57606a; }
rect { fill: #fff; stroke: #8c959f; rx: 9px; }
rect.person { fill: #e6f4ea; stroke: #3d8b55; }
rect.outside { fill: #fdf0e3; stroke: #b9722f; }
rect.strong { fill: #e8eefc; stroke: #4c6fd3; stroke-width: 2px; }
path { fill: none; stroke: #6e7781; stroke-width: 1.5px; }
marker path { fill: #6e7781; stroke: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e8eb; } text.label { fill: #a5adb8; }
  rect { fill: #1d2127; stroke: #5b6470; } rect.person { fill: #17301f; } rect.outside { fill: #38270f; } rect.strong { fill: #1c2848; }
  path { stroke: #8b949e; } marker path { fill: #8b949e; }
}`

/** Each drawing as a file. */
export const drawings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(diagrams).map(([name, diagram]) => [`docs/pictures/${name}.svg`, draw(diagram)]),
)

function draw({ boxes, arrows }: Diagram): string {
  const all = Object.values(boxes)
  const width =
    Math.max(...all.map(({ column, width: columns }) => column + columns)) * COLUMN - GAP + 2 * EDGE
  const height = (Math.max(...all.map(({ row }) => row)) + 1) * ROW - (ROW - HEIGHT) + 2 * EDGE
  const lines = arrows.map(([from, to, label]) => arrow(boxes[from]!, boxes[to]!, label))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${STYLE}</style>`,
    '<marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker>',
    ...lines,
    ...all.map(rectangle),
    '</svg>\n',
  ].join('\n')
}

interface Place {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function placeOf({ column, row, width }: Box): Place {
  const left = EDGE + column * COLUMN
  const top = EDGE + row * ROW
  return { left, top, right: left + width * COLUMN - GAP, bottom: top + HEIGHT }
}

function rectangle(one: Box): string {
  const { left, top, right } = placeOf(one)
  const rows = one.text.split('\n')
  const middle = (left + right) / 2
  const first = top + HEIGHT / 2 + 4.5 - ((rows.length - 1) * LINE) / 2
  const words = rows.map(
    (text, index) => `<text x="${middle}" y="${first + index * LINE}">${escaped(text)}</text>`,
  )
  return `<rect class="${one.kind}" x="${left}" y="${top}" width="${right - left}" height="${HEIGHT}"/>${words.join('')}`
}

/** Straight between neighbours in a row or a column; otherwise around one corner, in the gap between the columns. */
function arrow(from: Box, to: Box, label?: string): string {
  const [a, b] = [placeOf(from), placeOf(to)]
  const [y1, y2] = [(a.top + a.bottom) / 2, (b.top + b.bottom) / 2]
  const isOver = Math.min(a.right, b.right) > Math.max(a.left, b.left)
  if (isOver) {
    const x = (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2
    return line(`M${x} ${from.row < to.row ? a.bottom : a.top} V${from.row < to.row ? b.top : b.bottom}`)
  }
  const isRight = b.left > a.right
  const [x1, x2] = isRight ? [a.right, b.left] : [a.left, b.right]
  const turn = isRight ? x2 - GAP / 2 : x2 + GAP / 2
  const path = y1 === y2 ? `M${x1} ${y1} H${x2}` : `M${x1} ${y1} H${turn} V${y2} H${x2}`
  const words =
    label === undefined
      ? ''
      : `<text class="label" x="${(x1 + x2) / 2}" y="${y1 === y2 ? y1 - 7 : y2 - HEIGHT / 2 - 5}">${escaped(label)}</text>`
  return line(path) + words
}

function line(path: string): string {
  return `<path d="${path}" marker-end="url(#end)"/>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
