import type { Client } from '@rushes/client'
import type { MediaObject } from '@rushes/contract'
import { useResource } from '../platform/reading/resource.ts'

interface PosterProps {
  api: Client
  prId: number
  clip: MediaObject
}

/** A picture of a clip; nothing until there is one. */
export function Poster({ api, prId, clip }: PosterProps) {
  const picture = clip.mediaObjectInstances?.find(({ type }) => type === 'THUMB')
  const poster = useResource(
    async signal =>
      picture && (await api.media.getDownloadLink({ prId, id: clip.id, moiId: picture.id, signal })).text(),
    [api, prId, picture?.id],
  )
  return poster.data ? <img src={poster.data} alt="" loading="lazy" /> : null
}
