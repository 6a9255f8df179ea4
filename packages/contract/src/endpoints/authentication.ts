import { anyone, anyToken, self } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { LoginRequest, LogoutRequest, RestToken } from '../resources/authentication.ts'
import { PasswordChange, SessionInfo, User } from '../resources/user.ts'
import { listOf } from '../shapes.ts'

export const authentication = endpointsOf('authentication', {
  login: endpoint({
    method: 'POST',
    path: '/authentication/login',
    aliases: ['/login', '/j_spring_security_check'],
    summary: 'Sign in with a user name (or an email address) and a password',
    access: anyone,
    body: LoginRequest,
    bodyKind: 'form or json',
    success: { status: 200, body: RestToken },
    errors: ['UnauthorizedError', 'AccountLockedError', 'TooManyRequestsError'],
  }),
  getCurrentUser: endpoint({
    method: 'GET',
    path: '/authentication/user',
    summary: 'The user of the token',
    access: anyToken,
    success: { status: 200, body: User },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/authentication/logout',
    summary: 'End this session, or all sessions of the user',
    access: anyToken,
    body: LogoutRequest,
    bodyKind: 'form or json',
    bodyOptional: true,
    success: { status: 200, body: RestToken },
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/user/{id}/session',
    summary: 'The sessions in which a user is signed in',
    access: self('id', 'SUPPORT'),
    success: { status: 200, body: listOf(SessionInfo), kind: 'list' },
  }),
  deleteSession: endpoint({
    method: 'DELETE',
    path: '/user/{id}/session/{sessionId}',
    summary: 'End one session of a user',
    access: self('id', 'SUPPORT'),
    success: { status: 204 },
    errors: ['NotFoundError'],
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/user/{id}/password',
    summary: 'Change a password; every other session of the user ends',
    access: self('id', 'SUPPORT'),
    body: PasswordChange,
    success: { status: 204 },
    errors: ['NotFoundError', 'ValidationError'],
  }),
})
