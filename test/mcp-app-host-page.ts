import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/* The page of a host, as it runs in a browser. Its client is in the test, behind functions that the test lends. */

type Json = Record<string, unknown>

interface Frame {
  src: string
  sandbox: string
  style: { height: string; width: string; border: string }
  contentWindow: never
  remove(): void
}

interface HostWindow {
  callTool(params: unknown): Promise<never>
  told(kind: string, value: unknown): Promise<void>
  host: typeof host
  document: { createElement(name: string): Frame; body: { append(frame: Frame): void } }
}

export interface Shown {
  readonly capabilities: Json
  readonly context: Json
  readonly input?: Json
  readonly result?: Json
  readonly sandbox: string
}

const page = globalThis as unknown as HostWindow
let bridge: AppBridge
let frame: Frame | undefined

const host = {
  /** Shows the app, and gives it what its tool call gave. */
  async show({ capabilities, context, input = {}, result, sandbox }: Shown): Promise<void> {
    frame?.remove()
    frame = page.document.createElement('iframe')
    frame.sandbox = sandbox
    frame.style.width = '100%'
    frame.style.border = '0'
    page.document.body.append(frame)
    bridge = new AppBridge(null, { name: 'test-host', version: '1.0.0' }, capabilities, {
      hostContext: context,
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    bridge.oninitialized = () => resolve()
    bridge.oncalltool = (params) => page.callTool(params)
    bridge.onopenlink = async ({ url }) => {
      await page.told('link', url)
      return {}
    }
    bridge.onmessage = async ({ content }) => {
      await page.told('message', content)
      return {}
    }
    bridge.onsizechange = ({ height }) => {
      frame!.style.height = `${height}px`
      void page.told('size', height)
    }
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
    frame.src = '/app.html'
    await promise
    await bridge.sendToolInput({ arguments: input })
    if (result) await bridge.sendToolResult(result as never)
  },
  give: (result: Json) => bridge.sendToolResult(result as never),
  partial: (args: Json) => bridge.sendToolInputPartial({ arguments: args }),
  cancel: () => bridge.sendToolCancelled({ reason: 'The user stopped it.' }),
  change: (context: Json) => bridge.setHostContext(context),
  end: () => bridge.teardownResource({}),
}
page.host = host
