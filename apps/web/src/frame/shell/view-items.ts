import type { MenuItem } from '../../design/floating/menu.tsx'
import { setTheme, type Theme, theme, themes } from '../../platform/theme.ts'
import { type Language, language, languages, setLanguage } from '../../platform/translations.ts'
import { texts } from './view-messages.ts'

/** Colours and language of the pages. */
export function toViewItems(): MenuItem[] {
  return [
    ...themes.map((known: Theme) => ({
      text: texts(known),
      section: texts('theme'),
      isChecked: known === theme.value,
      onChoose: () => setTheme(known),
    })),
    ...Object.entries(languages).map(([known, { name }]) => ({
      text: name,
      section: texts('language'),
      isChecked: known === language.value,
      onChoose: () => setLanguage(known as Language),
    })),
  ]
}
