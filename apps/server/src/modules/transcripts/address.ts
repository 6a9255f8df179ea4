import { parseLanguage } from '../../platform/text/language.ts'

/** Whose transcript, in which language (any spelling). */
export interface TranscriptAddress {
  readonly productionId: number
  readonly mediaObjectId: number
  readonly language: string
}

/** The same, the language in its usual spelling. Throws BadRequestError. */
export function toAddress(address: TranscriptAddress): TranscriptAddress {
  return { ...address, language: parseLanguage(address.language) }
}
