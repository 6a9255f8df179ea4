/**
 * How a caller proves who they are: logins by password, second factor and identity provider, sessions of users and of
 * share visitors, API tokens, their tokens; the audit's reader.
 * Promises: a token is kept as a hash only; what ended is refused at once in this process, within a second in others;
 * who exists cannot be told from a failed login; no more than ten wrong guesses of anything come through in a row.
 * Leaves to others: who users are (accounts), what a share visitor may do (sharing).
 */

import { defineModule } from '../../platform/module.ts'
import { retainedFailures } from './login/attempt-store.ts'
import { releaseLock } from './login/attempts.ts'
import { retainedResets } from './reset/store.ts'
import { addAuthenticationRoutes } from './routes.ts'
import { sealedFactors } from './second-factor/codes.ts'
import { createSessions, startForgettingSessions } from './sessions/sessions.ts'
import { retainedSessions } from './store.ts'

export { type Attempt, tryGuarded, withRetryAfter } from './login/attempts.ts'
export { hourMs } from './policy.ts'
export { getHolder } from './sessions/bearer.ts'
export type { Session, SessionUser } from './sessions/session.ts'
export {
  endSessions,
  endSessionsOfShares,
  findFirstStage,
  findSession,
  hasSession,
  listOpenSessionsOfShare,
  mayBeHere,
  openSession,
} from './sessions/sessions.ts'

export const authentication = defineModule({
  name: 'authentication',
  services: platform => ({ sessions: createSessions(platform), releaseLock }),
  routes: addAuthenticationRoutes,
  background: [{ name: 'sessions', role: 'every', start: startForgettingSessions }],
  retention: [retainedSessions, retainedFailures, retainedResets],
  sealed: [sealedFactors],
})
