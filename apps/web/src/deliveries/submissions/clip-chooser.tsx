import { useSignalEffect } from '@preact/signals'
import type { SubmittedAnnotation } from '@rushes/contract'
import { useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { FieldGroup } from '../../design/fields/field.tsx'
import { useTouch } from '../../design/fields/form.tsx'
import { SuggestField, type Suggestion } from '../../design/fields/suggest-field.tsx'
import { api } from '../../platform/reading/api.ts'
import { toWordQuery } from '../../platform/word-query.ts'
import { uploads } from '../../uploads/uploads.ts'
import { texts } from './messages.ts'
import { SubmittedClips } from './submitted-clips.tsx'
import { UploadClips } from './upload-clips.tsx'

interface ClipChooserProps {
  prId: number
  /** The name of the request, for the list of uploads. */
  title: string
  clips: readonly SubmittedAnnotation[]
  mayUpload: boolean
  mayRetry: boolean
  error: string | undefined
  onClips: (clips: readonly SubmittedAnnotation[]) => void
  /** Given how many files were chosen that are no clips yet, but will be. */
  onAwaited: (count: number) => void
}

interface Offer extends Suggestion {
  readonly clip: SubmittedAnnotation
}

/** As many as a list can show. */
const mostOffers = 20

/** The clips of a submission: uploaded here, found by their names, taken out again. */
export function ClipChooser({ prId, title, clips, mayUpload, mayRetry, error, ...props }: ClipChooserProps) {
  const touch = useTouch()
  // Several may arrive between two renderings.
  const latest = useRef(clips)
  latest.current = clips
  const onClips: ClipChooserProps['onClips'] = chosen => {
    touch()
    latest.current = chosen
    props.onClips(chosen)
  }
  const add = (clip: SubmittedAnnotation) => {
    if (!latest.current.some(({ mediaObjectId }) => mediaObjectId === clip.mediaObjectId)) {
      onClips([...latest.current, clip])
      followUploads()
    }
  }
  // A clip goes with its upload; one that the service has given up, and that is sent again, comes as another clip.
  const sending = useRef(new Map<string, number>())
  const followUploads = () => {
    const here = uploads.value.filter(one => one.prId === prId && one.replaces === undefined)
    for (const [key, clipId] of sending.current) {
      const upload = here.find(one => one.key === key)
      if (upload?.mediaObjectId === clipId) continue
      const isHere = latest.current.some(({ mediaObjectId }) => mediaObjectId === clipId)
      if (!upload || !isHere) sending.current.delete(key)
      if (!isHere) continue
      const again = upload?.mediaObjectId
      if (!upload) onClips(latest.current.filter(({ mediaObjectId }) => mediaObjectId !== clipId))
      else if (again !== undefined) {
        onClips(latest.current.map(clip => (clip.mediaObjectId === clipId ? { mediaObjectId: again } : clip)))
      }
    }
    for (const { key, mediaObjectId, state } of here) {
      if (state === 'arrived') sending.current.delete(key)
      else if (mediaObjectId !== undefined && latest.current.some(clip => clip.mediaObjectId === mediaObjectId)) {
        sending.current.set(key, mediaObjectId)
      }
    }
  }
  useSignalEffect(followUploads)
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
      <SubmittedClips prId={prId} clips={clips} mayRetry={mayRetry}>
        {(clip, name) => (
          <Button
            kind="icon"
            icon="x"
            aria-label={texts('removeClip', { name })}
            onClick={() => onClips(clips.filter(other => other !== clip))}
          />
        )}
      </SubmittedClips>
      {mayUpload && <UploadClips prId={prId} title={title} onClip={add} onAwaited={props.onAwaited} />}
      <SuggestField
        label={texts('addClip')}
        hint={texts('addClipHint')}
        value=""
        none={texts('noClip')}
        suggest={suggest}
        onChoose={({ clip }) => add(clip)}
      />
    </FieldGroup>
  )
}
