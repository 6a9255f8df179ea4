import type { SystemRight } from '@rushes/contract'
import type { SessionRow } from '../tables.ts'

/** The user of a session, as far as the gate must know. */
export interface SessionUser {
  readonly id: number
  readonly username: string
  /** First and last name, or the user name. */
  readonly name: string
  /** Those of the user that the token is not kept from. */
  readonly systemRights: ReadonlySet<SystemRight>
  readonly hasSecondFactor: boolean
  /** Of an API token: the rights that it is confined to; absent: none is taken away. */
  readonly limitedTo: ReadonlySet<string> | undefined
  /** Whether the token is an API token. */
  readonly isProgram: boolean
}

/** Who a token stands for. */
export interface Session {
  row: SessionRow
  user: SessionUser | undefined
}
