/** What every page begins with, those of visitors too. */

import { type ComponentType, render } from 'preact'
import { LeaveQuestion } from '../../design/floating/dialog.tsx'
import { Toasts } from '../../design/floating/toasts.tsx'
import { Tooltip } from '../../design/floating/tooltip.tsx'
import { useCommandKeys } from '../../platform/keys/commands.ts'
import { applyTheme } from '../../platform/theme.ts'
import { applyLanguage } from '../../platform/translations.ts'

/** Shows what `Shown` draws, with questions, messages and tooltips over it. */
export function start(Shown: ComponentType): void {
  function App() {
    useCommandKeys()
    return (
      <>
        <Shown />
        <LeaveQuestion />
        <Toasts />
        <Tooltip />
      </>
    )
  }
  applyTheme()
  applyLanguage()
  const place = document.getElementById('app')
  if (place) render(<App />, place)
}
