import { Menu, type MenuItem } from '../../design/floating/menu.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { Avatar } from '../../design/people/avatar.tsx'
import { navigate } from '../../platform/router.tsx'
import { leave } from '../../platform/writes/unsaved.ts'
import { texts } from '../messages.ts'
import { overlay } from '../overlay.ts'
import { mayEnter, places } from '../places.ts'
import { getKnown, nearProduction } from '../production.ts'
import { signOut, user } from '../session.ts'
import { toViewItems } from './view-items.ts'

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
      items={[...toUserItems(), ...(side === 'below' ? toPlaceItems() : []), ...toViewItems(), signOutItem()]}
      hasHeads
    >
      <Avatar name={name} id={id} size={28} />
    </Menu>
  )
}

/** Places for which the bar at the foot of a narrow window has no room. */
function toPlaceItems(): MenuItem[] {
  const prId = nearProduction.value
  const settings = places.find(({ name }) => name === 'settings')
  if (!settings || !mayEnter(settings, getKnown(prId)?.held ?? new Set())) return []
  const address = `/app/production/${prId}${settings.path}`
  return [{ text: texts('fieldsAndSettings'), icon: 'sliders', onChoose: go(address) }]
}

const go = (address: string) => () => leave(() => navigate(address))

function toUserItems(): MenuItem[] {
  const isSupport = user.value?.roles?.includes('SUPPORT') === true
  return [
    { text: texts('yourAccount'), icon: 'user', onChoose: go('/app/account') },
    ...(user.value?.roles?.includes('DEVOPS') === true
      ? [{ text: texts('administration'), icon: 'gauge' as const, onChoose: go('/app/administration') }]
      : []),
    ...(isSupport
      ? [
          { text: texts('allUsers'), icon: 'users' as const, onChoose: go('/app/users') },
          { text: texts('audit'), icon: 'shield-check' as const, onChoose: go('/app/audit') },
        ]
      : []),
    { text: texts('help'), icon: 'info', keys: '?', onChoose: showHelp },
  ]
}

const showHelp = () => {
  overlay.value = 'keys'
}

function signOutItem(): MenuItem {
  const leaveService = () => signOut().then(() => navigate('/app'), tellError)
  return { text: texts('signOut'), icon: 'log-out', section: '', onChoose: () => leave(leaveService) }
}
