/** How far a long step has come, in bytes; a step is reported once before it begins. */
export interface Progress {
  readonly step: 'blobs' | 'checking' | 'restoring'
  readonly doneBytes: number
  readonly totalBytes: number
}
