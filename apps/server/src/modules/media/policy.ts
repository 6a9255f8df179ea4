import { brokenRule, type InstanceType, missingRight } from '@rushes/contract'
import type { Actor } from '../../platform/security/actor.ts'

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

/** Whether an instance is an original, or treated like one: it needs LIBRARY_DOWNLOAD or DOWNLOAD (media-13). */
export function isOriginal(type: InstanceType): boolean {
  return type === 'RAW' || type === 'ATTACHMENT' || type === 'EDL'
}

/** Throws ForbiddenError naming what the actor lacks to download files of this type. */
export function assertMayDownload(actor: Actor, type: InstanceType): void {
  const missing = isOriginal(type) ? findMissingForOriginals(actor) : undefined
  if (missing !== undefined) throw missingRight(missing)
}

/** Originals come last for those who may not download them: many clients take the first film that is listed. */
export function sortForDownload<I extends { readonly type: InstanceType }>(actor: Actor, instances: I[]): I[] {
  if (findMissingForOriginals(actor) === undefined) return instances
  return instances.toSorted((a, b) => Number(isOriginal(a.type)) - Number(isOriginal(b.type)))
}

function findMissingForOriginals(actor: Actor): 'LIBRARY_DOWNLOAD' | 'DOWNLOAD' | undefined {
  if (actor.kind === 'user' && !actor.rights.has('LIBRARY_DOWNLOAD')) return 'LIBRARY_DOWNLOAD'
  if (actor.kind === 'visitor' && !actor.permissions.has('DOWNLOAD')) return 'DOWNLOAD'
  return undefined
}

const inlineImages = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

/** Whether a browser may show bytes of this type on a page of ours: moving pictures, sound and plain raster pictures. */
export function mayShowInline(mimeType: string): boolean {
  return /^(?:video|audio)\/[\w.+-]+$/.test(mimeType) || inlineImages.has(mimeType)
}

/** Which digest a hexadecimal text is, by its length. */
export function findHashAlgorithm(hash: string): 'sha256' | 'md5' | undefined {
  if (!/^[0-9a-f]+$/i.test(hash)) return undefined
  return hash.length === 64 ? 'sha256' : hash.length === 32 ? 'md5' : undefined
}

/** Profile of the proxy that is made of an unfinished upload. */
export const growingProfile = 'GROWING'
