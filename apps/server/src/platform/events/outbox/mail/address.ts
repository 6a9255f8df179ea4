import { domainToASCII } from 'node:url'

const longestAddress = 254
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

/**
 * An address that mail can be sent to as written in a header: no quotes, brackets, commas, blanks or line ends can be
 * in it. A domain of other letters is written in ASCII; nothing for everything else.
 */
export function toMailAddress(text: string): string | undefined {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const host = domainToASCII(trimmed.slice(at + 1))
  const address = `${local}@${host}`
  const isSound = at > 0 && local.length <= 64 && localPart.test(local) && domain.test(host)
  return isSound && address.length <= longestAddress ? address : undefined
}
