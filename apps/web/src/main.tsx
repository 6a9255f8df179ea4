import { render } from 'preact'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/geist-mono/wght.css'
import './design/tokens.css'
import './design/base.css'
import './design/fields/controls.css'
import './design/lists/virtual-list.css'
import './frame/shell.css'
import { CurrentPage, preloadPage } from './app/pages.tsx'
import { LeaveQuestion } from './design/floating/dialog.tsx'
import { Toasts, tellError } from './design/floating/toasts.tsx'
import { Tooltip } from './design/floating/tooltip.tsx'
import { findUser } from './frame/session.ts'
import { useCommandKeys } from './platform/keys/commands.ts'
import { applyTheme } from './platform/theme.ts'
import { applyLanguage } from './platform/translations.ts'

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
applyLanguage()
findUser().catch(tellError)
preloadPage()
const place = document.getElementById('app')
if (place) render(<App />, place)
