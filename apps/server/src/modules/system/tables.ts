import type { Generated, Selectable } from 'kysely'

export interface RequestTimingTable {
  id: Generated<number>
  /** Its beginning, in epoch milliseconds. */
  minute: number
  endpoint: string
  host: string
  requests: number
  refused: number
  failed: number
  mean_ms: number
  p50_ms: number
  p99_ms: number
  longest_ms: number
}
export type RequestTimingRow = Selectable<RequestTimingTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    request_timing: RequestTimingTable
  }
}
