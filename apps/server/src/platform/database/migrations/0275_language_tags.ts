import type { ClientBase } from 'pg'
import { renameLanguages, renameLanguagesOfRuns } from '../../archive/rename-languages.ts'
import type { DatabaseLog } from '../log.ts'

/** Subtitles and transcripts are found by canonical tags of languages from now on. */
export async function migrate(client: ClientBase, log: DatabaseLog): Promise<void> {
  const run = (text: string, values: readonly unknown[]) => client.query(text, [...values])
  await renameLanguages(run, log)
  await renameLanguagesOfRuns(run)
}
