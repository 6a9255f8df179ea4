import type { ComponentChildren } from 'preact'
import { Menu, type MenuItem } from '../design/menu.tsx'
import { tellError } from '../design/toasts.tsx'
import { Link, navigate } from '../platform/router.tsx'
import { setTheme, type Theme, themes } from '../platform/theme.ts'
import { language, languages, setLanguage } from '../platform/translations.ts'
import { leave } from '../platform/unsaved.ts'
import { FactorDemand } from './factor-demand.tsx'
import { texts } from './messages.ts'
import { signOut, user } from './session.ts'
import './shell.css'

interface ShellProps {
  /** What stands between the product's name and the user's menu: where one is. */
  head?: ComponentChildren
  children: ComponentChildren
}

/** The frame of every page of the team: its head, and the content below. */
export function Shell({ head, children }: ShellProps) {
  return (
    <>
      <a class="skip" href="#content">
        {texts('skip')}
      </a>
      <header class="shell-head">
        <Link class="shell-name" href="/app">
          Rushes
        </Link>
        <div class="shell-place">{head}</div>
        <Menu label={user.value ? undefined : texts('account')} items={[...toUserItems(), ...toViewItems()]}>
          {user.value ? (user.value.fullName ?? user.value.username) : '☰'}
        </Menu>
      </header>
      <main id="content" class="shell-content" tabIndex={-1}>
        <FactorDemand />
        {children}
      </main>
    </>
  )
}

function toUserItems(): MenuItem[] {
  if (!user.value) return []
  const isSupport = user.value.roles?.includes('SUPPORT') === true
  return [
    { text: texts('yourAccount'), onChoose: () => leave(() => navigate('/app/account')) },
    ...(isSupport
      ? [
          { text: texts('allUsers'), onChoose: () => leave(() => navigate('/app/users')) },
          { text: texts('audit'), onChoose: () => leave(() => navigate('/app/audit')) },
        ]
      : []),
    {
      text: texts('signOut'),
      onChoose: () => {
        leave(() => {
          signOut().then(() => navigate('/app'), tellError)
        })
      },
    },
  ]
}

const themeTexts = { system: 'themeSystem', dark: 'themeDark', light: 'themeLight' } as const
const languageNames = { en: 'English', nl: 'Nederlands' } as const

/** Colours and language of the pages. */
export function toViewItems(): MenuItem[] {
  return [
    ...themes.map((theme: Theme) => ({
      text: `${texts('theme')}: ${texts(themeTexts[theme])}`,
      onChoose: () => setTheme(theme),
    })),
    ...languages
      .filter(known => known !== language.value)
      .map(known => ({ text: languageNames[known], onChoose: () => setLanguage(known) })),
  ]
}
