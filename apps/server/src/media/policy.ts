import { brokenRule, type InstanceType } from '@rushes/contract'

const longestName = 1000

/** The name of a clip, trimmed; 422 when it is empty or too long. */
export function checkName(name: unknown): string {
  if (typeof name !== 'string') throw brokenRule('/name', 'must be a text')
  const trimmed = name.trim()
  if (trimmed === '') throw brokenRule('/name', 'must not be empty')
  if (trimmed.length > longestName) throw brokenRule('/name', `must not be longer than ${longestName} characters`)
  return trimmed
}

/** The last part of a name that may come with folders of any system, without control characters; never a path. */
export function toFileName(given: string): string {
  const plain = given.replaceAll(/\p{Cc}/gu, '')
  const last = plain.split(/[/\\]/).findLast(part => part.trim() !== '' && part !== '.' && part !== '..')
  return (last?.trim() ?? 'unnamed').slice(-255)
}

/** Whether an instance is an original, or as good as one: "original needs LIBRARY_DOWNLOAD or share DOWNLOAD". */
export function isOriginal(type: InstanceType): boolean {
  return type === 'RAW' || type === 'ATTACHMENT' || type === 'EDL'
}

const inlineImages = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

/** Whether a browser may show bytes of this type on a page of ours: moving pictures, sound and plain raster pictures. */
export function mayShowInline(mimeType: string): boolean {
  return /^(?:video|audio)\/[\w.+-]+$/.test(mimeType) || inlineImages.has(mimeType)
}

/** Profile of the proxy of what had arrived of a clip while it was coming in. */
export const growingProfile = 'GROWING'
