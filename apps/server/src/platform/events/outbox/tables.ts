import type { Generated, Selectable } from 'kysely'

export interface OutboxTable {
  id: Generated<number>
  carrier: string
  kind: string
  address: string
  production_id: number | null
  subject_id: number | null
  created: number
  status: Generated<'PENDING' | 'SENT' | 'FAILED' | 'DROPPED'>
  attempts: Generated<number>
  next_attempt: number | null
  leased_until: Generated<number>
  lease_holder: string | null
  completed: number | null
  content: Buffer | null
  error: string | null
}
export type OutboxRow = Selectable<OutboxTable>

declare module '../../database/tables.ts' {
  interface Tables {
    outbox: OutboxTable
  }
}
