/** Why a backup cannot be made, checked or restored: one line, and the files or keys that it is about. */
export class BackupError extends Error {
  override name = 'BackupError'
  /** A line for each thing that is wrong, where there are several. */
  readonly faults: readonly string[]

  constructor(message: string, faults: readonly string[] = []) {
    super(message)
    this.faults = faults
  }
}
