/**
 * How a caller proves who they are: logins by password, second factor and identity provider, sessions of users and of
 * share visitors, API tokens, their tokens; the audit's reader.
 * Promises: a token is kept as a hash only; what ended is refused at once in this process, within a second in others;
 * who exists cannot be told from a failed login; no more than ten wrong guesses of anything come through in a row.
 * Leaves to others: who users are (accounts), what a share visitor may do (sharing).
 */
export { type Attempt, releaseLock, tryGuarded, withRetryAfter } from './attempts.ts'
export { getHolder } from './bearer.ts'
export { hourMs } from './policy.ts'
export { addAuthenticationRoutes } from './routes.ts'
export { sealedFactors } from './second-factor/codes.ts'
export type { Session, SessionUser } from './session.ts'
export {
  endSessionsOfShares,
  findFirstStage,
  findSession,
  hasSession,
  openSession,
  startSessionCare,
} from './sessions.ts'
