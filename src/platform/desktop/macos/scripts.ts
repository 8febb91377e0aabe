/**
 * JavaScript for osascript. Each is the same text always: what differs from call to call comes as an argument, and is
 * data there.
 */

/** Steps of mouse and keyboard, one after the other, in one process. */
export const GESTURE = `
ObjC.import('CoreGraphics')
ObjC.import('Foundation')
function run(argv) {
  const source = $.CGEventSourceCreate($.kCGEventSourceStateHIDSystemState)
  for (const step of JSON.parse(argv[0])) {
    if (step.kind === 'wait') {
      $.NSThread.sleepForTimeInterval(step.ms / 1000)
      continue
    }
    const event = make(source, step)
    $.CGEventSetFlags(event, step.flags)
    $.CGEventPost($.kCGHIDEventTap, event)
  }
}
function make(source, step) {
  if (step.kind === 'key') return $.CGEventCreateKeyboardEvent(source, step.code, step.down)
  if (step.kind === 'scroll') return $.CGEventCreateScrollWheelEvent2(source, 1, 2, step.vertical, step.horizontal, 0)
  const event = $.CGEventCreateMouseEvent(source, step.type, { x: step.x, y: step.y }, step.button)
  if (step.count > 0) $.CGEventSetIntegerValueField(event, 1, step.count)
  return event
}
`

/** The screens in points, from the top left of the first. */
export const SCREENS = `
ObjC.import('AppKit')
function run() {
  const screens = $.NSScreen.screens
  const first = screens.objectAtIndex(0).frame
  const all = []
  for (let index = 0; index < screens.count; index += 1) {
    const frame = screens.objectAtIndex(index).frame
    const { width, height } = frame.size
    all.push({ x: frame.origin.x, y: first.size.height - frame.origin.y - height, width, height })
  }
  return JSON.stringify(all)
}
`

export const PERMISSIONS = `
ObjC.import('ApplicationServices')
ObjC.import('CoreGraphics')
function run() {
  return JSON.stringify({
    accessibility: Boolean($.AXIsProcessTrusted()),
    screen: Boolean($.CGPreflightScreenCaptureAccess()),
  })
}
`

export const POINTER = `
ObjC.import('CoreGraphics')
function run() {
  const { x, y } = $.CGEventGetLocation($.CGEventCreate($()))
  return JSON.stringify({ x, y })
}
`

export const ACTIVE_WINDOW = `
function run() {
  const front = Application('System Events').processes.whose({ frontmost: true })[0]
  const facts = { name: front.name(), processId: front.unixId(), title: '', area: null }
  if (front.windows.length > 0) {
    const window = front.windows[0]
    const [x, y] = window.position()
    const [width, height] = window.size()
    facts.title = window.name() || ''
    facts.area = { x, y, width, height }
  }
  return JSON.stringify(facts)
}
`

/** The text of the clipboard; null when it holds something else. */
export const CLIPBOARD = `
ObjC.import('AppKit')
function run() {
  const board = $.NSPasteboard.generalPasteboard
  const text = board.stringForType($.NSPasteboardTypeString)
  const isEmpty = !board.types || board.types.count === 0
  return JSON.stringify(text.isNil() ? (isEmpty ? '' : null) : ObjC.unwrap(text))
}
`
