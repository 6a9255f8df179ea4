import type { Generated, Selectable } from 'kysely'

export interface SessionTable {
  id: Generated<number>
  token_hash: Buffer
  kind: 'login' | 'share'
  user_id: number | null
  share_id: number | null
  shared_user_id: number | null
  created: number
  last_seen: number
  expires: number | null
  idle_limit_ms: number | null
}
export type SessionRow = Selectable<SessionTable>

export interface LoginFailureTable {
  key: string
  failures: number
  window_start: number
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    session: SessionTable
    login_failure: LoginFailureTable
  }
}
