import { useSignal } from '@preact/signals'
import { Tabs } from '../../design/tabs.tsx'
import { formatNumber } from '../../platform/translations.ts'
import type { Desk } from '../editor/desk.ts'
import type { PresetEntry } from '../files/presets.ts'
import { IssuesPanel } from '../issues/issues-panel.tsx'
import { texts } from '../messages.ts'
import type { Row } from '../model/rows.ts'
import type { SubtitlePlace } from '../picture/place.ts'
import type { Version } from '../versions/versions.ts'
import { Comparison } from './comparison.tsx'
import { Notes } from './notes.tsx'
import { Terms } from './terms.tsx'
import './side.css'

interface SidePanelProps {
  desk: Desk
  place: SubtitlePlace
  /** That owns the production. */
  accountId: number | undefined
  versions: readonly Version[]
  presets: readonly PresetEntry[]
  findBeside: ((row: Row) => readonly string[]) | undefined
}

/** What goes with the subtitles: issues, terms, other versions, and notes. */
export function SidePanel({ desk, place, accountId, versions, presets, findBeside }: SidePanelProps) {
  const here = useSignal<'issues' | 'terms' | 'compare' | 'notes'>('issues')
  const row = desk.row.value
  const noted = desk.noted.value.length
  const tabs = [
    ['issues', `${texts('issues')} ${desk.warned.value.length}`],
    ...(accountId === undefined ? [] : [['terms', texts('terms')] as const]),
    ['compare', texts('compare')],
    ['notes', noted > 0 ? `${texts('notes')} ${formatNumber(noted)}` : texts('notes')],
  ] as const
  return (
    <aside class="editor-side" aria-label={texts('sidePanel')}>
      <Tabs
        label={texts('sidePanel')}
        tabs={tabs}
        here={here.value}
        onTab={name => {
          here.value = name
        }}
      >
        {here.value === 'issues' && <IssuesPanel desk={desk} />}
        {here.value === 'terms' && accountId !== undefined && (
          <Terms desk={desk} prId={place.prId} accountId={accountId} beside={(row && findBeside?.(row)) ?? []} />
        )}
        {here.value === 'compare' && <Comparison desk={desk} place={place} versions={versions} presets={presets} />}
        {here.value === 'notes' && <Notes desk={desk} />}
      </Tabs>
    </aside>
  )
}
