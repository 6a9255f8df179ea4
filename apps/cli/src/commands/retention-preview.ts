import { resolve } from 'node:path'
import { previewDeletions } from '@rushes/server/src/storage.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { withStartErrors } from '../errors/start-errors.ts'

/** Shows how long records are stored, and how many are deleted next. */
export async function run({ options, env, terminal }: Call<{ data?: string }>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const previews = await withStartErrors(() => previewDeletions(settings, log))
  terminal.showTable(previews, [
    ['records', ({ records }) => records],
    ['days', ({ days }) => (days === undefined ? 'for good' : String(days))],
    ['rows', ({ rows }) => String(rows)],
    ['deleted now', ({ due }) => String(due)],
    ['by in a week', ({ dueInAWeek }) => String(dueInAWeek)],
    ['what', ({ what }) => what],
  ])
}
