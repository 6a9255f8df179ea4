import Type from 'typebox'
import { accountRights, productionRights, systemRights } from '../access.ts'
import { Flag, Id, Instant, Int, Name, oneOf, setOf, shape } from '../shapes.ts'

const Secret = Type.String({ maxLength: 1024 })

/** A login; clients of the original service send further members, which mean nothing here. */
export const LoginRequest = Type.Object(
  {
    username: Type.Optional(Name),
    password: Type.Optional(Secret),
    rememberMe: Type.Optional(Flag),
    useCookies: Type.Optional(Flag),
    redirectIfFailed: Type.Optional(Name),
    redirectIfOk: Type.Optional(Name),
    redirectIfPassword: Type.Optional(Name),
    redirectIfSAML: Type.Optional(Name),
    j_username: Type.Optional(Name),
    j_password: Type.Optional(Secret),
    _spring_security_remember_me: Type.Optional(Name),
  },
  { title: 'LoginRequest' },
)
export type LoginRequest = Type.Static<typeof LoginRequest>

/** The answer to a login; with `needsSecondToken` the token is good for the second step alone. */
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

/** The code of the second step of a login. */
export const TokenAuthenticationRequest = shape('TokenAuthenticationRequest', {
  token: Type.String({ maxLength: 100 }),
  rememberMe: Type.Optional(Flag),
  useCookies: Type.Optional(Flag),
})
export type TokenAuthenticationRequest = Type.Static<typeof TokenAuthenticationRequest>

const authenticationTypes = [
  'PASSWORD',
  'SAML',
  'TWO_FA_EMAIL',
  'TWO_FA_AUTHENTICATOR',
  'TWO_FA_AUTHENTICATOR_ENABLING',
  'TWO_FA_AUTHENTICATOR_DISABLING',
] as const

/** To enable a second factor; the members about workflows mean nothing here. */
export const TwoFactorAuthenticationEnableRequest = shape('TwoFactorAuthenticationEnableRequest', {
  password: Type.Optional(Secret),
  token: Type.Optional(Type.String({ maxLength: 100, description: 'a first code; makes the factor count' })),
  type: Type.Optional(oneOf(...authenticationTypes)),
  workflowLabel: Type.Optional(Name),
  redo: Type.Optional(Flag),
  redoSingleTask: Type.Optional(Flag),
  skipActiveWorkflowTest: Type.Optional(Flag),
  waitForWorkflow: Type.Optional(Flag),
})
export type TwoFactorAuthenticationEnableRequest = Type.Static<typeof TwoFactorAuthenticationEnableRequest>

export const TwoFactorAuthenticationDisableRequest = shape('TwoFactorAuthenticationDisableRequest', {
  password: Type.Optional(Secret),
  token: Type.Optional(Type.String({ maxLength: 100, description: 'a code, or a recovery code' })),
})
export type TwoFactorAuthenticationDisableRequest = Type.Static<typeof TwoFactorAuthenticationDisableRequest>

export const TwoFactorAuthenticationResponse = shape('TwoFactorAuthenticationResponse', {
  key: Type.String({ description: 'the shared secret in Base32' }),
  qr: Type.String({ description: 'the address for authenticator apps as a picture: a data URL' }),
  hashingAlgorithm: Type.String(),
  digits: Int,
  period: Type.Integer({ description: 'seconds' }),
  recoveryCodes: Type.Optional(
    Type.Array(Type.String(), { description: 'shown once, when the factor begins to count; each works once' }),
  ),
})
export type TwoFactorAuthenticationResponse = Type.Static<typeof TwoFactorAuthenticationResponse>

/** To get other recovery codes. */
export const RecoveryCodesRequest = shape('RecoveryCodesRequest', {
  password: Type.Optional(Secret),
  token: Type.Optional(Type.String({ maxLength: 100, description: 'a code, or a recovery code' })),
})
export type RecoveryCodesRequest = Type.Static<typeof RecoveryCodesRequest>

export const RecoveryCodes = shape('RecoveryCodes', {
  recoveryCodes: Type.Array(Type.String(), { description: 'shown once; each works once' }),
})
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>

const anyRight = oneOf(...systemRights, ...accountRights, ...productionRights)

/** An API token of a user. */
export const AccessToken = shape('AccessToken', {
  id: Id,
  label: Type.String(),
  created: Instant,
  lastSeen: Instant,
  expires: Type.Optional(Instant),
  rights: Type.Optional(setOf(anyRight)),
  token: Type.Optional(Type.String({ description: 'shown once' })),
})
export type AccessToken = Type.Static<typeof AccessToken>

export const AccessTokenCreation = shape('AccessTokenCreation', {
  label: Type.Optional(Name),
  expires: Type.Optional(Instant),
  rights: Type.Optional(setOf(anyRight)),
})
export type AccessTokenCreation = Type.Static<typeof AccessTokenCreation>

export const AuthenticationMethods = shape('AuthenticationMethods', { password: Flag, singleSignOn: Flag })

/** Something that was done, or refused, about access. */
export const AuditRecord = shape('AuditRecord', {
  id: Id,
  created: Instant,
  action: Type.String(),
  succeeded: Flag,
  userId: Type.Optional(Id),
  accountId: Type.Optional(Id),
  productionId: Type.Optional(Id),
  shareId: Type.Optional(Id),
  address: Type.Optional(Type.String({ description: "the caller's network address" })),
  requestId: Type.String(),
  actor: Type.Record(Type.String(), Type.Unknown()),
  detail: Type.Record(Type.String(), Type.Unknown()),
})
export type AuditRecord = Type.Static<typeof AuditRecord>
