import { about, Name } from './shapes.ts'

/** The query of addresses that the service signs, for bytes that need no other token. */
export const signedLinkQuery = {
  expires: about(Name, 'when the link ends, in epoch milliseconds; part of the link'),
  bearer: about(Name, 'for whom the link was made; part of the link'),
  signature: about(Name, 'signature of the link, which may not be changed'),
}
