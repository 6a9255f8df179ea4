import { ClipMetadata } from '../../clip/metadata/clip-metadata.tsx'
import { Button } from '../../design/fields/button.tsx'
import { SelectField } from '../../design/fields/field.tsx'
import { nameStatus } from '../../design/status/review-status.ts'
import { Link } from '../../platform/router.tsx'
import { formatBytes } from '../../platform/translations.ts'
import { writeDuration, writeRate, writeStart } from '../clips/clip-facts.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { isShown } from '../collections/paths.ts'
import { toTitle } from '../collections/title.ts'
import { texts as libraryTexts } from '../messages.ts'
import type { InspectorContext } from './context.ts'
import { texts } from './messages.ts'

interface OneInfoProps {
  clip: FoundClip
  context: InspectorContext
  /** Rises when what is found has changed. */
  turn: number
}

/** What is known of one clip. */
export function OneInfo({ clip, context, turn }: OneInfoProps) {
  const { prId, owner, description, statuses, collections, may, writer, actions } = context
  const setStatus = (value: string) => {
    const members = { '/reviewStatus': value === '' ? null : value }
    void writer.change([clip.id], { what: 'set', members }, { expected: { '/reviewStatus': clip.reviewStatus } })
  }
  const inside = collections.filter(collection => isShown(collection) && clip.collections.includes(collection.id))
  const facts = [
    clip.codec,
    clip.resolution?.replace('x', '×'),
    writeRate(clip) && `${writeRate(clip)} fps`,
    writeDuration(clip),
    writeStart(clip),
    clip.size === undefined ? '' : formatBytes(clip.size),
  ]
  const ofClip = `/app/production/${prId}/clip/${clip.id}`
  return (
    <div class="inspector-form" id="inspector-form">
      <div class="inspector-section">
        <h2 class="cut">{clip.name}</h2>
        <p class="num">{facts.filter(Boolean).join(' · ')}</p>
        <div class="inspector-actions">
          <Link class="button" href={ofClip}>
            {texts('review')}
          </Link>
          {(clip.type === 'VIDEO' || clip.type === 'AUDIO') && (
            <Link class="button" href={`${ofClip}/subtitles`}>
              {texts('subtitles')}
            </Link>
          )}
          {may.share && (
            <Button icon="share-2" onClick={() => actions.show({ what: 'share', ids: [clip.id] })}>
              {libraryTexts('share')}
            </Button>
          )}
        </div>
      </div>
      <div class="inspector-section inspector-fields">
        <SelectField
          label={libraryTexts('status')}
          value={clip.reviewStatus ?? ''}
          disabled={!may.status}
          options={[
            ['', libraryTexts('notReviewed')],
            ...statuses.map(choice => [choice.id, nameStatus(choice)] as const),
          ]}
          onValue={setStatus}
        />
        <ClipMetadata
          prId={prId}
          moId={clip.id}
          owner={owner}
          label={texts('info')}
          description={description}
          mayEdit={may.edit}
          turn={turn}
          onSaved={() => writer.refresh()}
        />
      </div>
      {inside.length > 0 && (
        <div class="inspector-section">
          <h3>{texts('inCollections')}</h3>
          <ul class="inspector-list">
            {inside.map(collection => (
              <li key={collection.id}>{toTitle(collection)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
