import type { MediaObject } from '@rushes/contract'

/** How long a clip is, as `1:02:03`; nothing for what has no length. */
export function writeLength({ durationSeconds }: Pick<MediaObject, 'durationSeconds'>): string {
  if (durationSeconds === undefined) return ''
  const seconds = Math.round(durationSeconds)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
}
