import { ProductionFrame } from '../app/production-frame.tsx'
import { Loaded } from '../design/loaded.tsx'
import { Tabs } from '../design/tabs.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { GroupingSettings } from './grouping-settings.tsx'
import { IngestSettings } from './ingest-settings.tsx'
import { texts } from './messages.ts'
import { PresetSettings } from './presets/preset-settings.tsx'
import { ReviewSettings } from './review-settings.tsx'
import { SpottingSettings } from './spotting-settings.tsx'
import { TranscriptionSettings } from './transcription-settings.tsx'
import './settings.css'

const tabs = ['general', 'review', 'groupings', 'presets', 'spotting', 'transcription', 'ingest'] as const

/** The settings of a production, a tab for each kind. */
export default function SettingsPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const settings = useResource(signal => api.productions.getSettings({ prId, signal }), [prId])
  const tab = tabs.find(known => known === getQuery('tab')) ?? 'general'
  return (
    <ProductionFrame prId={prId} here="settings">
      {({ production, onProduction }) => (
        <div class="settings">
          <Tabs
            label={texts('settings')}
            tabs={tabs.map(name => [name, texts(name)] as const)}
            here={tab}
            onTab={name => setQuery({ tab: name })}
          >
            <Loaded resource={settings}>
              {data => {
                const props = { prId, settings: data, onSettings: settings.replace }
                return (
                  <>
                    {tab === 'general' && (
                      <GeneralSettings {...props} production={production} onProduction={onProduction} />
                    )}
                    {tab === 'review' && <ReviewSettings {...props} />}
                    {tab === 'groupings' && <GroupingSettings {...props} />}
                    {tab === 'presets' && <PresetSettings {...props} />}
                    {tab === 'spotting' && <SpottingSettings {...props} />}
                    {tab === 'transcription' && <TranscriptionSettings {...props} />}
                    {tab === 'ingest' && <IngestSettings {...props} />}
                  </>
                )
              }}
            </Loaded>
          </Tabs>
        </div>
      )}
    </ProductionFrame>
  )
}
