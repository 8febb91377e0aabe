import { useRef, type ReactNode } from 'react'
import { useApp, type App } from './use-app.tsx'

interface AppFrameProps {
  readonly app: App
  readonly title: string
  readonly height: number
  /** What is shown where the app can't be. */
  readonly instead: (problem: string) => ReactNode
}

/**
 * The page of an MCP server, behind a page of ours that has another origin and its policy. It reaches the shell by messages
 * alone.
 */
export function AppFrame({ app, title, height, instead }: AppFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { place, height: asked, problem } = useApp(frame, app)
  if (problem !== undefined) return instead(problem)
  const hasOrigin = place.origin !== 'null'
  const mayCopy = hasOrigin && app.permissions.includes('clipboardWrite')
  return (
    <iframe
      // Another address is another frame.
      key={place.address}
      ref={frame}
      src={place.address}
      sandbox={`allow-scripts allow-forms${hasOrigin ? ' allow-same-origin' : ''}`}
      // The page behind it checks who shows it.
      referrerPolicy="origin"
      {...(mayCopy && { allow: 'clipboard-write' })}
      title={`${title}, an app of ${app.server}`}
      className={`block w-full rounded-lg ${app.prefers_border === false ? 'border-0' : 'border border-line'}`}
      style={{ height: asked ?? height }}
    />
  )
}
