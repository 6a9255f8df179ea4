import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { lazy } from '../../platform/lazy.tsx'
import { useResource } from '../../platform/reading/resource.ts'
import { formatBytes } from '../../platform/translations.ts'
import { writeTotal } from '../clips/clip-facts.ts'
import { type FoundClip, readClips } from '../clips/clip-search.ts'
import { texts as libraryTexts } from '../messages.ts'
import { withChanges } from '../writes/shown-changes.ts'
import type { InspectorContext } from './context.ts'
import { texts } from './messages.ts'
import './inspector.css'

const Activity = lazy(() => import('./activity.tsx').then(part => part.Activity))
const Files = lazy(() => import('../../clip/panels/clip-files.tsx').then(part => part.FilesOfClip))
const OneInfo = lazy(() => import('./one-info.tsx').then(part => part.OneInfo))
const ManyInfo = lazy(() => import('./many-info.tsx').then(part => part.ManyInfo))

interface InspectorProps {
  context: InspectorContext
  ids: readonly number[]
  /** Rises when what is found has changed. */
  turn: number
}

/** What is known of the selected clips, and edited where it stands. */
export function Inspector({ context, ids, turn }: InspectorProps) {
  const tab = useSignal<'info' | 'activity' | 'files'>('info')
  const { prId, description, may, actions } = context
  const onShare = may.share ? () => actions.show({ what: 'share', ids }) : undefined
  const names = Object.keys(description?.fields ?? {}).map(name => `customFields.${name}`)
  const read = useResource(
    async signal => ({ clips: await readClips(prId, ids, ['customFields.*', ...names], signal), ids: ids.join() }),
    [prId, ids.join(), turn, names.join()],
  )
  // Of several, what was read for the selection before says nothing of what all of them share.
  const isOfThese = ids.length === 1 || read.data?.ids === ids.join()
  const shown = isOfThese ? (read.data?.clips ?? []).filter(({ id }) => ids.includes(id)).map(withChanges) : []
  const [only] = ids.length === 1 ? shown : []
  return (
    <div class="inspector">
      <Tabs
        label={texts('inspector')}
        tabs={[
          ['info', texts('info')],
          ...(ids.length === 1 ? [['activity', texts('activity')] as const, ['files', texts('files')] as const] : []),
        ]}
        here={ids.length === 1 ? tab.value : 'info'}
        onTab={name => {
          tab.value = name
        }}
      >
        <Head prId={prId} clips={shown} count={ids.length} onShare={onShare} />
        {only && tab.value === 'info' && <OneInfo key={only.id} clip={only} context={context} turn={turn} />}
        {only && tab.value === 'activity' && <Activity key={only.id} prId={prId} clip={only} />}
        {only && tab.value === 'files' && (
          <div class="inspector-section" key={only.id}>
            <Files prId={prId} moId={only.id} mayDownload={context.may.download} />
          </div>
        )}
        {ids.length > 1 && shown.length > 0 && <ManyInfo key={ids.join()} ids={ids} clips={shown} context={context} />}
      </Tabs>
    </div>
  )
}

const mostPictures = 3

interface HeadProps {
  prId: number
  clips: readonly FoundClip[]
  count: number
  onShare: (() => void) | undefined
}

function Head({ prId, clips, count, onShare }: HeadProps) {
  const pictured = clips.filter(({ hasPoster }) => hasPoster).slice(0, mostPictures)
  const seconds = clips.reduce((sum, { durationSeconds = 0 }) => sum + durationSeconds, 0)
  const bytes = clips.reduce((sum, { size = 0 }) => sum + size, 0)
  return (
    <>
      {pictured.length > 0 && (
        <div class="inspector-pictures" data-count={count > 1 ? pictured.length : 1}>
          {pictured.map(({ id }) => (
            <img key={id} src={`/api/production/${prId}/mo/${id}/poster`} alt="" width={320} height={180} />
          ))}
        </div>
      )}
      {count > 1 && (
        <div class="inspector-section">
          <h2>{libraryTexts('found', { count })}</h2>
          <p class="num">
            {[seconds > 0 ? writeTotal(seconds) : '', bytes > 0 ? formatBytes(bytes) : ''].filter(Boolean).join(' · ')}
          </p>
          {onShare && (
            <div class="inspector-actions">
              <Button icon="share-2" onClick={onShare}>
                {libraryTexts('share')}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  )
}
