import { render } from 'preact'
import './design/tokens.css'
import './design/controls.css'
import './design/virtual-list.css'
import { CurrentPage, preloadPage } from './app/pages.tsx'
import { findUser } from './app/session.ts'
import { LeaveQuestion } from './design/dialog.tsx'
import { Toasts, tellError } from './design/toasts.tsx'
import { applyTheme } from './platform/theme.ts'
import { language } from './platform/translations.ts'

function App() {
  return (
    <>
      <CurrentPage />
      <LeaveQuestion />
      <Toasts />
    </>
  )
}

applyTheme()
document.documentElement.lang = language.value
findUser().catch(tellError)
preloadPage()
const place = document.getElementById('app')
if (place) render(<App />, place)
