/**
 * How a caller proves who they are: password logins, sessions of users and of share visitors, their tokens.
 * Promises: a token is kept as a hash only; what ended is refused at once in this process, within seconds in others;
 * who exists cannot be told from a failed login.
 * Leaves to others: who users are (accounts), what a share visitor may do (sharing).
 */
export { type Attempt, assertMayTry, countFailure, forgetFailures, withRetryAfter } from './attempts.ts'
export { type Bearer, getBearer, getHolder } from './bearer.ts'
export { hourMs } from './policy.ts'
export { addAuthenticationRoutes } from './routes.ts'
export {
  createSession,
  endSessionsOfShares,
  findSession,
  hasSession,
  type Session,
  startSessionCare,
} from './sessions.ts'
