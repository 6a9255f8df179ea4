import type { SubmittedAnnotation } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { FieldGroup } from '../design/fields/field.tsx'
import { useTouch } from '../design/fields/form.tsx'
import { SuggestField, type Suggestion } from '../design/fields/suggest-field.tsx'
import { api } from '../platform/reading/api.ts'
import { toWordQuery } from '../platform/word-query.ts'
import { texts } from './messages.ts'
import { SubmittedClips } from './submitted-clips.tsx'

interface ClipChooserProps {
  prId: number
  clips: readonly SubmittedAnnotation[]
  error: string | undefined
  onClips: (clips: readonly SubmittedAnnotation[]) => void
}

interface Offer extends Suggestion {
  readonly clip: SubmittedAnnotation
}

/** As many as a list can show. */
const mostOffers = 20

/** The clips of a submission: found by their names, taken out again. */
export function ClipChooser({ prId, clips, error, ...props }: ClipChooserProps) {
  const touch = useTouch()
  const onClips: ClipChooserProps['onClips'] = chosen => {
    touch()
    props.onClips(chosen)
  }
  const suggest = async (typed: string, signal: AbortSignal): Promise<Offer[]> => {
    const query = { q: toWordQuery(typed), 'q.op': 'AND' as const, rows: mostOffers, sort: 'created desc,id desc' }
    const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
    return results.map(({ id, mediaObjectId, mediaObjectName }) => ({
      key: String(id),
      text: String(mediaObjectName),
      clip: { id: Number(id), mediaObjectId: Number(mediaObjectId) },
    }))
  }
  return (
    <FieldGroup label={texts('clips')} error={error}>
      <SubmittedClips prId={prId} clips={clips}>
        {(clip, name) => (
          <Button
            kind="icon"
            icon="x"
            aria-label={texts('removeClip', { name })}
            onClick={() => onClips(clips.filter(other => other !== clip))}
          />
        )}
      </SubmittedClips>
      <SuggestField
        label={texts('addClip')}
        hint={texts('addClipHint')}
        value=""
        none={texts('noClip')}
        suggest={suggest}
        onChoose={({ clip }) => {
          if (!clips.some(({ id }) => id === clip.id)) onClips([...clips, clip])
        }}
      />
    </FieldGroup>
  )
}
