import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startLanguage } from './lib/i18n.ts'
import { applyUi } from './lib/ui-store.ts'
import './styles.css'

applyUi()
await startLanguage()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
