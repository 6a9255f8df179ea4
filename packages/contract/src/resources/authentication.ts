import Type from 'typebox'
import { accountRights, productionRights, systemRights } from '../access.ts'
import { about, Flag, Id, Instant, Int, Name, oneOf, setOf, shape } from '../shapes.ts'

const Secret = Type.String({ maxLength: 1024 })

/** A login; clients of the original service send further members, which mean nothing here. */
export const LoginRequest = Type.Object(
  {
    username: Type.Optional(about(Name, 'name or email address of the user')),
    password: Type.Optional(about(Secret, 'password of the user, in plain text')),
    rememberMe: Type.Optional(about(Flag, 'whether the session lasts a week without requests, instead of an hour')),
    useCookies: Type.Optional(about(Flag, 'false: the answer sets no session cookie; true when absent')),
    redirectIfFailed: Type.Optional(about(Name, 'page to which a browser is redirected when the request fails')),
    redirectIfOk: Type.Optional(about(Name, 'page to which a browser is redirected when the request succeeds')),
    redirectIfPassword: Type.Optional(
      about(Name, 'page to which a browser is redirected after a password sign-in; overrides `redirectIfOk`'),
    ),
    redirectIfSAML: Type.Optional(about(Name, 'accepted for older clients and ignored')),
    j_username: Type.Optional(about(Name, 'the same as `username`, as sent by older clients')),
    j_password: Type.Optional(about(Secret, 'the same as `password`, as sent by older clients')),
    _spring_security_remember_me: Type.Optional(about(Name, 'the same as `rememberMe`, as sent by older clients')),
  },
  { title: 'LoginRequest' },
)
export type LoginRequest = Type.Static<typeof LoginRequest>

/** The answer to a login; with `needsSecondToken` the token is good for the second step alone. */
export const RestToken = shape('RestToken', {
  token: about(Type.String(), 'session token, to send as `Authorization: Bearer <token>`'),
  status: about(Int, 'HTTP status of the answer, repeated for older clients'),
  needsSecondToken: about(
    Flag,
    'whether a code of the second factor is needed; until then the token serves that step only',
  ),
  message: Type.Optional(about(Type.String(), 'short text about the outcome, in English')),
})
export type RestToken = Type.Static<typeof RestToken>

export const LogoutRequest = shape('LogoutRequest', {
  allSessions: Type.Optional(about(Flag, 'whether all sessions of the user end, instead of this one')),
  redirectIfFailed: Type.Optional(about(Name, 'page to which a browser is redirected when the request fails')),
  redirectIfOk: Type.Optional(about(Name, 'page to which a browser is redirected when the request succeeds')),
  redirectIfSaml: Type.Optional(about(Name, 'accepted for older clients and ignored')),
})
export type LogoutRequest = Type.Static<typeof LogoutRequest>

/** The code of the second step of a login. */
export const TokenAuthenticationRequest = shape('TokenAuthenticationRequest', {
  token: about(Type.String({ maxLength: 100 }), 'code of the authenticator app, or a recovery code'),
  rememberMe: Type.Optional(about(Flag, 'whether the session lasts a week without requests, instead of an hour')),
  useCookies: Type.Optional(about(Flag, 'false: the answer sets no session cookie; true when absent')),
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
  password: Type.Optional(about(Secret, 'password of the user, in plain text')),
  token: Type.Optional(
    Type.String({ maxLength: 100, description: 'first code of the authenticator app, which activates the factor' }),
  ),
  type: Type.Optional(
    about(oneOf(...authenticationTypes), 'kind of authentication; only TWO_FA_AUTHENTICATOR is supported'),
  ),
  workflowLabel: Type.Optional(about(Name, 'accepted for older clients and ignored')),
  redo: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  redoSingleTask: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  skipActiveWorkflowTest: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
  waitForWorkflow: Type.Optional(about(Flag, 'accepted for older clients and ignored')),
})
export type TwoFactorAuthenticationEnableRequest = Type.Static<typeof TwoFactorAuthenticationEnableRequest>

export const TwoFactorAuthenticationDisableRequest = shape('TwoFactorAuthenticationDisableRequest', {
  password: Type.Optional(about(Secret, 'password of the user, in plain text')),
  token: Type.Optional(
    Type.String({ maxLength: 100, description: 'code of the authenticator app, or a recovery code' }),
  ),
})
export type TwoFactorAuthenticationDisableRequest = Type.Static<typeof TwoFactorAuthenticationDisableRequest>

export const TwoFactorAuthenticationResponse = shape('TwoFactorAuthenticationResponse', {
  key: Type.String({ description: 'the shared secret in Base32' }),
  qr: Type.String({ description: 'the address for authenticator apps as a picture: a data URL' }),
  hashingAlgorithm: about(Type.String(), 'hash of the time-based codes, for authenticator apps'),
  digits: about(Int, 'number of digits of a code'),
  period: Type.Integer({ description: 'seconds for which a code is valid' }),
  recoveryCodes: Type.Optional(
    Type.Array(Type.String(), { description: 'shown once, when the factor begins to count; each works once' }),
  ),
})
export type TwoFactorAuthenticationResponse = Type.Static<typeof TwoFactorAuthenticationResponse>

/** To get other recovery codes. */
export const RecoveryCodesRequest = shape('RecoveryCodesRequest', {
  password: Type.Optional(about(Secret, 'password of the user, in plain text')),
  token: Type.Optional(
    Type.String({ maxLength: 100, description: 'code of the authenticator app, or a recovery code' }),
  ),
})
export type RecoveryCodesRequest = Type.Static<typeof RecoveryCodesRequest>

export const RecoveryCodes = shape('RecoveryCodes', {
  recoveryCodes: Type.Array(Type.String(), { description: 'recovery codes, returned only once; each works once' }),
})
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>

const anyRight = oneOf(...systemRights, ...accountRights, ...productionRights)

/** An API token of a user. */
export const AccessToken = shape('AccessToken', {
  id: about(Id, 'id of the API token, to revoke it with'),
  label: about(Type.String(), 'name of the API token, for the list of tokens'),
  created: about(Instant, 'when it was created, in epoch milliseconds'),
  lastSeen: about(Instant, 'when the token was last used, in epoch milliseconds'),
  expires: Type.Optional(about(Instant, 'when the token stops working, in epoch milliseconds; never when absent')),
  rights: Type.Optional(
    about(setOf(anyRight), 'the only rights that the token can use; all rights of the user when absent'),
  ),
  token: Type.Optional(Type.String({ description: 'the API token itself, returned only at creation' })),
})
export type AccessToken = Type.Static<typeof AccessToken>

export const AccessTokenCreation = shape('AccessTokenCreation', {
  label: Type.Optional(about(Name, 'name of the API token, for the list of tokens')),
  expires: Type.Optional(about(Instant, 'when the token stops working, in epoch milliseconds; never when absent')),
  rights: Type.Optional(
    about(setOf(anyRight), 'the only rights that the token can use; all rights of the user when absent'),
  ),
})
export type AccessTokenCreation = Type.Static<typeof AccessTokenCreation>

export const AuthenticationMethods = shape('AuthenticationMethods', {
  password: about(Flag, 'whether users can sign in with a password'),
  singleSignOn: about(Flag, 'whether users can sign in at an identity provider'),
  passwordReset: about(Flag, 'whether a forgotten password can be replaced by mail'),
})

/** Something that was done, or refused, about access. */
export const AuditRecord = shape('AuditRecord', {
  id: about(Id, 'id of the record in the audit log'),
  created: about(Instant, 'when it happened, in epoch milliseconds'),
  action: about(Type.String(), 'what was attempted, for example `User.login`'),
  succeeded: about(Flag, 'whether it was done; false when it was refused'),
  userId: Type.Optional(about(Id, 'id of the user who acted or was affected')),
  accountId: Type.Optional(about(Id, 'id of the account that it concerns')),
  productionId: Type.Optional(about(Id, 'id of the production that it concerns')),
  shareId: Type.Optional(about(Id, 'id of the share that it concerns')),
  address: Type.Optional(Type.String({ description: "the caller's network address" })),
  requestId: about(Type.String(), 'id of the request, as in the log of the service'),
  actor: about(Type.Record(Type.String(), Type.Unknown()), 'who acted: kind, id and name of the caller'),
  detail: about(Type.Record(Type.String(), Type.Unknown()), 'further facts, depending on the action'),
})
export type AuditRecord = Type.Static<typeof AuditRecord>
