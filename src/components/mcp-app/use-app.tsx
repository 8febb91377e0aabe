import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useService, type AnswerOf, type Service } from '../view-kit/service.ts'
import { askAndOpen } from '../view-kit/text/link-guard.ts'
import { useViewContext, type ViewContext } from '../view-kit/view-context.ts'
import { AppBridge, isMembers, RefusedError, type AppHost, type Params } from './bridge.ts'
import { hostContext, MAX_HEIGHT, MIN_HEIGHT, onThemeChange, themeNow } from './host-context.tsx'
import { inRoom } from './request-room.ts'

export type App = AnswerOf<'GET /api/mcp-apps/:call_id'>

/** A frame that an app is put into: on another origin, or one without any. */
export interface Place {
  readonly address: string
  /** What messages from it say of their origin. */
  readonly origin: string
}

export interface Shown {
  readonly place: Place
  readonly height: number | undefined
  /** Why there is nothing to see. */
  readonly problem: string | undefined
}

/** On this machine a frame comes up at once; who can't reach it sees the other one after this long. */
const PATIENCE_MS = 6_000
/** An app that begins again and again is left alone. */
const MAX_BEGINNINGS = 5
const MAX_MESSAGE_LENGTH = 10_000
const MAX_LOG_LINES = 100

/** Loads an app into its frame and does what it asks for, as far as that is granted. */
export function useApp(frame: RefObject<HTMLIFrameElement | null>, app: App): Shown {
  const service = useService()
  const context = useViewContext()
  const places = useRef(placesOf(app)).current
  const [at, setAt] = useState(0)
  const [height, setHeight] = useState<number>()
  const place = places[Math.min(at, places.length - 1)]!
  const isLost = at >= places.length
  // Before the frame can say anything.
  useLayoutEffect(() => {
    if (isLost) return undefined
    const show = new ShownApp(frame, { app, place, service, context, onHeight: setHeight })
    const next = () => setAt((now) => now + 1)
    const impatience = setTimeout(() => !show.hasBegun && next(), PATIENCE_MS)
    const onRefused = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      if (blockedURI !== '' && place.address.startsWith(blockedURI) && !show.hasBegun) next()
    }
    const onMessage = (event: MessageEvent) => show.hear(event)
    window.addEventListener('message', onMessage)
    document.addEventListener('securitypolicyviolation', onRefused)
    const endTheme = onThemeChange(() => show.tellTheme())
    return () => {
      clearTimeout(impatience)
      window.removeEventListener('message', onMessage)
      document.removeEventListener('securitypolicyviolation', onRefused)
      endTheme()
      show.end()
    }
  }, [frame, app, place, isLost, service, context])
  return { place, height, problem: isLost ? "The app's frame didn't load." : undefined }
}

/** The frame of the service itself works everywhere; one on an origin of its own only in a browser on this machine. */
function placesOf({ frame: { address, path } }: App): Place[] {
  const own = { address: path, origin: 'null' }
  const isHere = location.hostname === '127.0.0.1' || location.hostname === 'localhost'
  if (address === null || !isHere || location.protocol !== 'http:') return [own]
  return [{ address, origin: new URL(address).origin }, own]
}

interface Showing {
  readonly app: App
  readonly place: Place
  readonly service: Service
  readonly context: ViewContext
  readonly onHeight: (height: number) => void
}

class ShownApp {
  readonly #frame: RefObject<HTMLIFrameElement | null>
  readonly #showing: Showing
  #bridge: AppBridge | undefined
  #beginnings = 0

  constructor(frame: RefObject<HTMLIFrameElement | null>, showing: Showing) {
    this.#frame = frame
    this.#showing = showing
  }

  get hasBegun(): boolean {
    return this.#bridge !== undefined
  }

  hear({ source, origin, data }: MessageEvent): void {
    const { place } = this.#showing
    if (source === null || source !== this.#frame.current?.contentWindow || origin !== place.origin) return
    if (isMembers(data) && data['method'] === 'ui/notifications/sandbox-proxy-ready') this.#begin()
    else this.#bridge?.receive(data)
  }

  tellTheme(): void {
    this.#bridge?.notify('ui/notifications/host-context-changed', { theme: themeNow() })
  }

  end(): void {
    this.#bridge?.end()
    this.#bridge = undefined
  }

  #begin(): void {
    this.#beginnings += 1
    if (this.#beginnings > MAX_BEGINNINGS) return
    const { app, place } = this.#showing
    const { html, csp, permissions } = app
    const hasOrigin = place.origin !== 'null'
    const mayCopy = hasOrigin && permissions.includes('clipboardWrite')
    this.#bridge = new AppBridge(this.#host(), (message) => this.#send(message))
    this.#send({
      jsonrpc: '2.0',
      method: 'ui/notifications/sandbox-resource-ready',
      params: {
        html,
        sandbox: `allow-scripts allow-forms${hasOrigin ? ' allow-same-origin' : ''}`,
        ...(mayCopy && { allow: 'clipboard-write', permissions: { clipboardWrite: {} } }),
        csp,
      },
    })
  }

  #send(message: object): void {
    const { place } = this.#showing
    // A frame without an origin can't be named by one.
    this.#frame.current?.contentWindow?.postMessage(message, place.origin === 'null' ? '*' : place.origin)
  }

  #host(): AppHost {
    const { app, service, onHeight } = this.#showing
    const params = { call_id: app.call_id }
    let lines = 0
    return {
      opening: () => this.#opening(),
      begun: () => {
        this.#bridge?.notify('ui/notifications/tool-input', { arguments: app.arguments })
        this.#bridge?.notify('ui/notifications/tool-result', app.result)
      },
      callTool: ({ name, arguments: args = {} }) => {
        if (typeof name !== 'string' || !isMembers(args))
          throw new RefusedError('A call needs a name, and arguments that are an object.', -32_602)
        const body = { name, arguments: { ...args } }
        return inRoom(() => service.call('POST /api/mcp-apps/:call_id/tools', { params, body }))
      },
      readResource: ({ uri }) => {
        if (typeof uri !== 'string') throw new RefusedError('It needs a uri.', -32_602)
        return inRoom(() => service.call('POST /api/mcp-apps/:call_id/resources', { params, body: { uri } }))
      },
      openLink: (asked) => this.#openLink(asked),
      compose: (asked) => this.#compose(asked),
      tellModels: async ({ content, structuredContent }) => {
        const body = {
          ...(Array.isArray(content) && { content: content as unknown[] }),
          ...(isMembers(structuredContent) && { structured_content: { ...structuredContent } }),
        }
        await inRoom(() => service.call('POST /api/mcp-apps/:call_id/context', { params, body }))
      },
      log: ({ level, data }) => {
        lines += 1
        if (lines > MAX_LOG_LINES) return
        const text = (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')).slice(
          0,
          MAX_MESSAGE_LENGTH,
        )
        const body = { level: typeof level === 'string' ? level.slice(0, 20) || 'info' : 'info', text }
        // The log of its server is for whoever looks into it: nobody is disturbed when it can't be written.
        if (text !== '')
          inRoom(() => service.call('POST /api/mcp-apps/:call_id/log', { params, body })).catch(() => {})
      },
      resize: (height) => {
        if (Number.isFinite(height)) onHeight(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.ceil(height))))
      },
    }
  }

  #opening(): object {
    const { app, place } = this.#showing
    const mayCopy = place.origin !== 'null' && app.permissions.includes('clipboardWrite')
    return {
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'deskhand', title: 'Deskhand', version: '1' },
      hostCapabilities: {
        openLinks: {},
        serverTools: {},
        serverResources: {},
        logging: {},
        message: { text: {} },
        updateModelContext: { text: {}, structuredContent: {} },
        sandbox: { csp: app.csp, permissions: mayCopy ? { clipboardWrite: {} } : {} },
      },
      hostContext: hostContext({ tool: app.tool, width: this.#frame.current?.clientWidth ?? 0 }),
    }
  }

  async #openLink({ url }: Params): Promise<void> {
    const { app, context } = this.#showing
    const address = typeof url === 'string' ? URL.parse(url)?.href : undefined
    if (address === undefined || !/^(?:https?|mailto):/.test(address))
      throw new RefusedError('Only web addresses and mail addresses can be opened.', -32_602)
    const message = `An app of ${app.server} wants to open it. Its owner sees the whole address.`
    if (!(await askAndOpen(address, { message, shown: address }, context)))
      throw new RefusedError('The user declined.')
  }

  /** Only fills the field: what is sent, and when, is for the person to say. */
  #compose({ content }: Params): void {
    const { app, context } = this.#showing
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
    const text = blocks
      .flatMap((block) => (isMembers(block) && typeof block['text'] === 'string' ? [block['text']] : []))
      .join('\n')
      .trim()
    if (text === '') throw new RefusedError('Only text can be put into the message field.', -32_602)
    // Nobody's field is filled by a page that they are not using.
    if (document.activeElement !== this.#frame.current)
      throw new RefusedError('The user is not using the app at the moment.')
    context.compose(text.slice(0, MAX_MESSAGE_LENGTH))
    context.announce(`The app of ${app.server} filled in the message field. Nothing was sent.`)
  }
}
