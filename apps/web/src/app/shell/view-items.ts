import type { MenuItem } from '../../design/menu.tsx'
import { setTheme, type Theme, theme, themes } from '../../platform/theme.ts'
import { language, languages, setLanguage } from '../../platform/translations.ts'
import { texts } from '../messages.ts'

const themeTexts = { system: 'themeSystem', dark: 'themeDark', light: 'themeLight' } as const
const languageNames = { en: 'English', nl: 'Nederlands' } as const

/** Colours and language of the pages. */
export function toViewItems(): MenuItem[] {
  return [
    ...themes.map((known: Theme) => ({
      text: texts(themeTexts[known]),
      section: texts('theme'),
      isChecked: known === theme.value,
      onChoose: () => setTheme(known),
    })),
    ...languages.map(known => ({
      text: languageNames[known],
      section: texts('language'),
      isChecked: known === language.value,
      onChoose: () => setLanguage(known),
    })),
  ]
}
