import { render } from 'preact'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/geist-mono/wght.css'
import './design/tokens.css'
import './design/base.css'
import './design/controls.css'
import './design/virtual-list.css'
import { CurrentPage, preloadPage } from './app/pages.tsx'
import { findUser } from './app/session.ts'
import { LeaveQuestion } from './design/dialog.tsx'
import { Toasts, tellError } from './design/toasts.tsx'
import { Tooltip } from './design/tooltip.tsx'
import { useCommandKeys } from './platform/commands.ts'
import { applyTheme } from './platform/theme.ts'
import { language } from './platform/translations.ts'

function App() {
  useCommandKeys()
  return (
    <>
      <CurrentPage />
      <LeaveQuestion />
      <Toasts />
      <Tooltip />
    </>
  )
}

applyTheme()
document.documentElement.lang = language.value
findUser().catch(tellError)
preloadPage()
const place = document.getElementById('app')
if (place) render(<App />, place)
