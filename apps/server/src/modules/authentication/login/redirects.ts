import { brokenRule } from '@rushes/contract'
import type { Platform } from '../../../platform/context.ts'

type Place = Pick<Platform, 'publicUrl' | 'config'>

const names = ['redirectIfOk', 'redirectIfFailed', 'redirectIfPassword', 'redirectIfSAML', 'redirectIfSaml'] as const
type Name = (typeof names)[number]

/** The places that a request names, as whole addresses. ValidationError for one that is not ours and not allowed. */
export function checkRedirects(place: Place, request: Partial<Record<Name, string | undefined>>) {
  const checked: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const target = request[name]
    if (target === undefined || target === '') continue
    const allowed = toAllowedPlace(place, target)
    if (allowed === undefined) throw brokenRule(`/${name}`, 'is no place of this service, nor one that it may send to')
    checked[name] = allowed
  }
  return checked
}

/**
 * Where a browser may be sent: pages of this service, and those of the origins in `RUSHES_REDIRECT_ALLOW`. What browsers
 * read in other ways than it looks (`//host`, `\\host`, control characters, a user name) goes nowhere.
 */
function toAllowedPlace({ publicUrl, config }: Place, target: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\\\u0000-\u0020\u007f]/.test(target) || target.startsWith('//')) return undefined
  const isPath = target.startsWith('/')
  if (!isPath && !/^https?:\/\/[^/]/i.test(target)) return undefined
  if (!URL.canParse(target, publicUrl)) return undefined
  const url = new URL(target, publicUrl)
  const own = new URL(publicUrl).origin
  if (url.username !== '' || url.password !== '') return undefined
  return url.origin === own || config.signOn.redirectAllow.includes(url.origin) ? url.href : undefined
}
