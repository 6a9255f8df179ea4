import type { HeardPart } from '../tables.ts'

/** Sound that is to be turned into words. */
export interface SpeechRequest {
  /** 16 bit mono at 16 kHz, as a WAV file with its header. */
  readonly wav: Uint8Array
  /** A folder for files of this request, which goes with it. */
  readonly folder: string
  /** BCP 47. */
  readonly language: string
  /** Words that are likely to be said. */
  readonly prompt: string | undefined
  readonly signal: AbortSignal
  /** Something for the operator's log, which callers of the interface are not shown. */
  readonly note: (message: string) => void
}

/** Something that hears words. Throws SpeechError. */
export interface SpeechEngine {
  readonly name: string
  /** The longest sound that it takes at once, in milliseconds. */
  readonly longestMs: number
  /** The words of a sound, in milliseconds from its beginning. */
  transcribe(request: SpeechRequest): Promise<HeardPart>
}

/** An engine that did not do its work. `isLasting`: it will not do it at another attempt either. */
export class SpeechError extends Error {
  override name = 'SpeechError'
  readonly code: 'ENGINE_REFUSED' | 'ENGINE_FAILED' | 'ENGINE_UNREADABLE'
  readonly isLasting: boolean

  constructor(code: SpeechError['code'], message: string, isLasting = false) {
    super(message)
    this.code = code
    this.isLasting = isLasting
  }
}
