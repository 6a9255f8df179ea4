import Type from 'typebox'
import { Flag, Int, Name, shape } from '../shapes.ts'

/** A login; clients of the original service send further members, which mean nothing here. */
export const LoginRequest = Type.Object(
  {
    username: Type.Optional(Name),
    password: Type.Optional(Type.String({ maxLength: 1024 })),
    rememberMe: Type.Optional(Flag),
    useCookies: Type.Optional(Flag),
    redirectIfFailed: Type.Optional(Name),
    redirectIfOk: Type.Optional(Name),
    redirectIfPassword: Type.Optional(Name),
    redirectIfSAML: Type.Optional(Name),
    j_username: Type.Optional(Name),
    j_password: Type.Optional(Type.String({ maxLength: 1024 })),
    _spring_security_remember_me: Type.Optional(Name),
  },
  { title: 'LoginRequest' },
)
export type LoginRequest = Type.Static<typeof LoginRequest>

/** The answer to a login. */
export const RestToken = shape('RestToken', {
  token: Type.String(),
  status: Int,
  needsSecondToken: Flag,
  message: Type.Optional(Type.String()),
})
export type RestToken = Type.Static<typeof RestToken>

export const LogoutRequest = shape('LogoutRequest', {
  allSessions: Type.Optional(Flag),
  redirectIfFailed: Type.Optional(Name),
  redirectIfOk: Type.Optional(Name),
  redirectIfSaml: Type.Optional(Name),
})
export type LogoutRequest = Type.Static<typeof LogoutRequest>
