import { BackupError } from '@rushes/server/src/backup.ts'
import type { Call } from '../command.ts'
import { toText } from '../terminal/terminal.ts'
import { CommandError } from './errors.ts'
import { withStartErrors } from './start-errors.ts'

/** Works on a backup; what is wrong with one is reported as one line, after a line for each thing that it is about. */
export async function withBackupErrors<T>({ terminal }: Pick<Call, 'terminal'>, work: () => Promise<T>): Promise<T> {
  try {
    return await withStartErrors(work)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    for (const fault of error.faults) terminal.tell(toText(fault))
    throw new CommandError('refused', error.message)
  }
}
