import type { Generated, Selectable } from 'kysely'

/** A token of a session. */
export interface SessionTable {
  id: Generated<number>
  token_hash: Buffer
  kind: 'login' | 'share' | 'first stage' | 'api'
  user_id: number | null
  share_id: number | null
  shared_user_id: number | null
  created: number
  last_seen: number
  expires: number | null
  idle_limit_ms: number | null
  label: Generated<string | null>
  rights: Generated<string[] | null>
  tries: Generated<number>
  remember_me: Generated<boolean>
  sign_on: Generated<SignOn>
  address: Generated<string | null>
  user_agent: Generated<string | null>
}
/** Where a session was opened from is for its owner alone, and is not held in memory with the rest. */
type Origin = 'address' | 'user_agent'
export type SessionRow = Omit<Selectable<SessionTable>, 'token_hash' | Origin>
export type PlacedSessionRow = SessionRow & Pick<Selectable<SessionTable>, Origin>

/** How the user of a session signed in. */
export type SignOn = 'PASSWORD' | 'OPENID_CONNECT'

export interface LoginFailureTable {
  key: string
  failures: number
  window_start: number
  locks: Generated<number>
  locked_until: Generated<number | null>
  refusal_noted: Generated<number | null>
}

export interface SecondFactorTable {
  user_id: number
  secret_sealed: Buffer
  created: number
  confirmed: number | null
  last_step: number | null
}
export type SecondFactorRow = Selectable<SecondFactorTable>

export interface RecoveryCodeTable {
  user_id: number
  code_hash: Buffer
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    session: SessionTable
    login_failure: LoginFailureTable
    second_factor: SecondFactorTable
    recovery_code: RecoveryCodeTable
  }
}
