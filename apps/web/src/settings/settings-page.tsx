import { Loaded } from '../design/lists/loaded.tsx'
import { ProductionFrame } from '../frame/production-frame.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery } from '../platform/router.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { GroupingSettings } from './grouping-settings.tsx'
import { IngestSettings } from './ingest/ingest-settings.tsx'
import { PresetSettings } from './presets/preset-settings.tsx'
import { ReviewSettings } from './review-settings.tsx'
import { SettingsList, settingsTabs } from './settings-list.tsx'
import { SpottingSettings } from './spotting-settings.tsx'
import { TranscriptionSettings } from './transcription-settings.tsx'
import './settings.css'

/** The settings of a production, a page for each kind. */
export default function SettingsPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const settings = useResource(signal => api.productions.getSettings({ prId, signal }), [prId])
  const tab = settingsTabs.find(known => known === getQuery('tab')) ?? 'general'
  return (
    <ProductionFrame prId={prId} here="settings" side={<SettingsList prId={prId} here={tab} />}>
      {({ production, onProduction }) => (
        <div class="settings">
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
        </div>
      )}
    </ProductionFrame>
  )
}
