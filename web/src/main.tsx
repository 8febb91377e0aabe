import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './frame/app.tsx'
import { createShell } from './frame/create-shell.ts'
import './styles/shell.css'

refuseStrayFiles(window)
const shell = createShell()
shell.start(new AbortController().signal)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App shell={shell} />
  </StrictMode>,
)
// After the first paint. The page works without it.
requestAnimationFrame(() =>
  setTimeout(() => {
    import('./frame/background.ts').then(({ startBackground }) => startBackground(shell)).catch(() => {})
  }),
)

/**
 * A file that is let go beside the places for files would be opened by the browser in the place of the whole page, and
 * with the page would go what was being written there.
 */
function refuseStrayFiles(target: Window): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
}
