import { Avatar } from '../../design/avatar.tsx'
import { Menu, type MenuItem } from '../../design/menu.tsx'
import { tellError } from '../../design/toasts.tsx'
import { navigate } from '../../platform/router.tsx'
import { setTheme, type Theme, theme, themes } from '../../platform/theme.ts'
import { language, languages, setLanguage } from '../../platform/translations.ts'
import { leave } from '../../platform/unsaved.ts'
import { texts } from '../messages.ts'
import { signOut, user } from '../session.ts'

/** Who is signed in, as a button: their account, the colours and the language of the pages, signing out. */
export function UserMenu({ side }: { side: 'right' | 'below' }) {
  if (!user.value) return null
  const { id, fullName, username } = user.value
  const name = fullName ?? username ?? ''
  return (
    <Menu
      label={name}
      side={side}
      align="end"
      button={{ class: 'user-button' }}
      items={[...toUserItems(), ...toViewItems(), signOutItem()]}
      hasHeads
    >
      <Avatar name={name} id={id} size={28} />
    </Menu>
  )
}

const go = (address: string) => () => leave(() => navigate(address))

function toUserItems(): MenuItem[] {
  const isSupport = user.value?.roles?.includes('SUPPORT') === true
  return [
    { text: texts('yourAccount'), icon: 'user', onChoose: go('/app/account') },
    ...(isSupport
      ? [
          { text: texts('allUsers'), icon: 'users' as const, onChoose: go('/app/users') },
          { text: texts('audit'), icon: 'shield-check' as const, onChoose: go('/app/audit') },
        ]
      : []),
  ]
}

function signOutItem(): MenuItem {
  const leaveService = () => signOut().then(() => navigate('/app'), tellError)
  return { text: texts('signOut'), icon: 'log-out', section: '', onChoose: () => leave(leaveService) }
}

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
