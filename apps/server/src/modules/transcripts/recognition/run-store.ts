import { type Insertable, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { HeardPart, TranscriptionRunRow, TranscriptionRunTable } from '../tables.ts'

/** Notes a run; false when another one of the same clip and language is at work. */
export async function insertRun(db: Database, row: Insertable<TranscriptionRunTable>): Promise<boolean> {
  const written = await db
    .insertInto('transcription_run')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('workflow_id')
    .executeTakeFirst()
  return written !== undefined
}

export function findRun(db: Database, workflowId: string): Promise<TranscriptionRunRow | undefined> {
  return db.selectFrom('transcription_run').selectAll().where('workflow_id', '=', workflowId).executeTakeFirst()
}

/** Runs that nobody has settled, oldest first. */
export function listRuns(db: Database, most: number): Promise<TranscriptionRunRow[]> {
  return db.selectFrom('transcription_run').selectAll().orderBy('created').limit(most).execute()
}

/** Ends a run with what was heard for it; nothing when it has ended. */
export function deleteRun(db: Database, workflowId: string): Promise<TranscriptionRunRow | undefined> {
  return db.deleteFrom('transcription_run').where('workflow_id', '=', workflowId).returningAll().executeTakeFirst()
}

/** Stores which file a run hears, unless an earlier attempt has; returns the file that it is. */
export async function chooseInstance(db: Database, workflowId: string, instanceId: number): Promise<number> {
  const row = await db
    .updateTable('transcription_run')
    .set({ instance_id: sql<number>`coalesce(instance_id, ${instanceId})` })
    .where('workflow_id', '=', workflowId)
    .returning('instance_id')
    .executeTakeFirst()
  return row?.instance_id ?? instanceId
}

export type Purpose = 'recognise' | 'align'

export async function findAnswer(
  db: Database,
  workflowId: string,
  purpose: Purpose,
  startMs: number,
): Promise<HeardPart | undefined> {
  const row = await db
    .selectFrom('transcription_answer')
    .select('answer')
    .where('workflow_id', '=', workflowId)
    .where('purpose', '=', purpose)
    .where('start_ms', '=', startMs)
    .executeTakeFirst()
  return row?.answer
}

/** Keeps what was heard in a part, as long as its run is at work. */
export async function keepAnswer(
  db: Database,
  answer: { workflowId: string; purpose: Purpose; startMs: number; heard: HeardPart },
): Promise<void> {
  await db
    .insertInto('transcription_answer')
    .columns(['workflow_id', 'purpose', 'start_ms', 'answer'])
    .expression(eb =>
      eb
        .selectFrom('transcription_run')
        .select(run => [
          'workflow_id',
          run.val(answer.purpose).as('purpose'),
          run.cast<number>(run.val(answer.startMs), 'integer').as('start_ms'),
          run.cast<never>(run.val(JSON.stringify(answer.heard)), 'jsonb').as('answer'),
        ])
        .where('workflow_id', '=', answer.workflowId),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
