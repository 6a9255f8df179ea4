import type { Client } from '@rushes/client'
import type { MediaObject } from '@rushes/contract'
import { writeLength } from '../player/length.ts'
import { Poster } from './poster.tsx'

interface ClipCardProps {
  api: Client
  prId: number
  clip: MediaObject
  onOpen: () => void
  /** It may be opened next. */
  onNear: () => void
}

/** A clip as a picture with its name and length. */
export function ClipCard({ api, prId, clip, onOpen, onNear }: ClipCardProps) {
  return (
    <button type="button" class="card clip-card" onClick={onOpen} onPointerEnter={onNear} onFocus={onNear}>
      <span class="clip-card-picture">
        <Poster api={api} prId={prId} clip={clip} />
      </span>
      <strong>{clip.name}</strong>
      <span class="field-hint">{writeLength(clip)}</span>
    </button>
  )
}
