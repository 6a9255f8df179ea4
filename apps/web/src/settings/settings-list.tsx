import { texts as appTexts } from '../frame/messages.ts'
import { Link } from '../platform/router.tsx'
import { texts } from './messages.ts'

export const settingsTabs = [
  'general',
  'review',
  'groupings',
  'presets',
  'spotting',
  'transcription',
  'ingest',
] as const

interface SettingsListProps {
  prId: number
  here: (typeof settingsTabs)[number] | 'fields'
}

/** What can be set for a production, as a list for the side panel. */
export function SettingsList({ prId, here }: SettingsListProps) {
  const address = `/app/production/${prId}`
  const current = (name: SettingsListProps['here']) => (name === here ? 'page' : undefined)
  return (
    <nav class="side-list" aria-label={texts('settings')}>
      <ul>
        <li>
          <Link href={`${address}/fields`} aria-current={current('fields')}>
            {appTexts('fields')}
          </Link>
        </li>
        {settingsTabs.map(name => (
          <li key={name}>
            <Link href={`${address}/settings?tab=${name}`} aria-current={current(name)}>
              {texts(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
