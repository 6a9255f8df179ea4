import type { TimedWord } from '@rushes/timed-text'
import type { ColumnType, Selectable } from 'kysely'

export interface TranscriptionRunTable {
  workflow_id: string
  production_id: number
  media_object_id: number
  language: string
  created: number
  /** The file that is heard; null before the first attempt has chosen it. */
  instance_id: number | null
}
export type TranscriptionRunRow = Selectable<TranscriptionRunTable>

/** What an engine heard in a part of the sound, in milliseconds from the beginning of the whole. */
export interface HeardPart {
  readonly words: readonly TimedWord[]
  /** BCP 47, where the engine tells. */
  readonly language?: string
}

interface TranscriptionAnswerTable {
  workflow_id: string
  purpose: 'recognise' | 'align'
  start_ms: number
  answer: ColumnType<HeardPart, string, string>
}

interface SpeechSecretTable {
  account_id: number
  name: string
  origin: string
  value: Buffer
  created: number
  last_updated: number
}
export type SpeechSecretRow = Selectable<SpeechSecretTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    transcription_run: TranscriptionRunTable
    transcription_answer: TranscriptionAnswerTable
    speech_secret: SpeechSecretTable
  }
}
