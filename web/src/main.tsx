import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './frame/app.tsx'
import { refuseStrayFiles } from './frame/stray-files.ts'
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
