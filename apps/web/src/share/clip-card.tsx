import type { Client } from '@rushes/client'
import type { MediaObject } from '@rushes/contract'
import { useResource } from '../platform/resource.ts'
import { writeLength } from '../player/length.ts'

interface ClipCardProps {
  api: Client
  prId: number
  clip: MediaObject
  onOpen: () => void
}

/** A clip as a picture with its name and length. */
export function ClipCard({ api, prId, clip, onOpen }: ClipCardProps) {
  const poster = useResource(
    async signal => {
      const { items } = await api.media.listInstances({ prId, id: clip.id, signal })
      const picture = items.find(({ type }) => type === 'THUMB')
      if (!picture) return null
      return (await api.media.getDownloadLink({ prId, id: clip.id, moiId: picture.id, signal })).text()
    },
    [api, prId, clip.id, clip.version],
  )
  return (
    <button type="button" class="card clip-card" onClick={onOpen}>
      <span class="clip-card-picture">{poster.data && <img src={poster.data} alt="" loading="lazy" />}</span>
      <strong>{clip.name}</strong>
      <span class="field-hint">{writeLength(clip)}</span>
    </button>
  )
}
