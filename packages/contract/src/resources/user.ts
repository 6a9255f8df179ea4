import Type from 'typebox'
import { accountRights, systemRights } from '../access.ts'
import {
  about,
  alwaysWith,
  creation,
  Flag,
  FreeForm,
  Id,
  Instant,
  Name,
  oneOf,
  replacement,
  resource,
  setOf,
  shape,
  Text,
} from '../shapes.ts'

const invitationStates = ['PENDING', 'ACCEPTED', 'PENDING_AWAITING_2FA', 'ACCEPTED_AWAITING_2FA', 'EXPIRED'] as const
export const InvitationState = oneOf(...invitationStates)
/** Of somebody invited, while nothing has arrived. */
export const InvitationFailure = Type.String({ description: 'why the mail of the invitation could not be delivered' })
export type InvitationState = Type.Static<typeof InvitationState>

/** What a user tells about themselves. */
const profile = {
  aboutMe: about(Text, 'what the user writes about themselves'),
  addressLine1: about(Name, 'first line of the postal address'),
  addressLine2: about(Name, 'second line of the postal address'),
  city: about(Name, 'city of the postal address'),
  country: about(Name, 'country of the postal address'),
  county: about(Name, 'county or state of the postal address'),
  zipCode: about(Name, 'postal code of the address'),
  firstName: about(Name, 'first name of the user'),
  lastName: about(Name, 'last name of the user'),
  fixedLinePhone: about(Name, 'fixed telephone number of the user'),
  mobile: about(Name, 'mobile telephone number of the user'),
  focus: about(Name, 'field of work of the user, free text'),
  notificationSettings: about(FreeForm, 'which notifications the user wants, free-form'),
} as const
export const profileNames = Object.keys(profile) as (keyof typeof profile)[]

const userFields = {
  ...(Object.fromEntries(Object.entries(profile).map(([name, value]) => [name, Type.Optional(value)])) as {
    [K in keyof typeof profile]: Type.TOptional<(typeof profile)[K]>
  }),
  email: about(Name, 'email address, unique among users'),
  username: about(Name, 'name to sign in with, unique among users'),
  fullName: Type.Optional(about(Name, 'first and last name, or the username')),
  emailHash: Type.Optional(about(Name, 'hash of the email address, for finding an avatar')),
  activated: Type.Optional(about(Instant, 'when the user was activated, in epoch milliseconds')),
  deleted: Type.Optional(about(Instant, 'when the user was deleted, in epoch milliseconds')),
  lastSeen: Type.Optional(about(Instant, 'when the user last sent a request, in epoch milliseconds')),
  lastIndexCompleted: Type.Optional(about(Instant, 'accepted for older clients and ignored')),
  lastIndexed: Type.Optional(about(Instant, 'accepted for older clients and ignored')),
  lockedForApproval: Type.Optional(about(Instant, 'accepted for older clients and ignored')),
  lockedForReading: Type.Optional(about(Instant, 'accepted for older clients and ignored')),
  lockedForWriting: Type.Optional(about(Instant, 'accepted for older clients and ignored')),
  passwordResetTokenTime: Type.Optional(about(Instant, 'accepted for older clients and ignored')),
  hasAvatar: Type.Optional(about(Flag, 'whether the user has a picture; always false here')),
  identityProvider: Type.Optional(about(Name, 'address of the identity provider of the user')),
  nameId: Type.Optional(about(Name, 'id of the user at the identity provider')),
  notificationSendId: Type.Optional(about(Name, 'id of the last notification that was sent; stored for clients')),
  refs: Type.Optional(about(Type.Unknown(), 'accepted for older clients and ignored')),
  accountRoles: Type.Optional(about(setOf(Type.Unknown()), 'accepted for older clients and ignored')),
  accounts: Type.Optional(about(setOf(Type.Unknown()), 'accepted for older clients and ignored')),
  roles: Type.Optional(about(setOf(Type.Unknown()), 'names of system roles, or of roles in the production')),
  type: Type.Optional(
    about(oneOf('REGISTERED', 'SHARED', 'UNREGISTERED', 'ANONYMOUS'), 'kind of user; REGISTERED for users who sign in'),
  ),
  locked: Type.Optional(about(Flag, 'whether the user is locked and cannot sign in for now')),
  disabled: Type.Optional(about(Flag, 'whether the user is disabled and cannot sign in at all')),
  authenticationType: Type.Optional(
    about(oneOf('PASSWORD', 'TWO_FA_AUTHENTICATOR'), 'whether the user signs in with a second factor'),
  ),
} as const

/** A person who signs in. */
export const User = resource('User', alwaysWith(userFields, 'type'))
export type User = Type.Static<typeof User>

/** A member of a production's team: the user, what they may do there, and whether they have accepted. */
export const Participant = resource('Participant', {
  ...alwaysWith(userFields, 'roles', 'type'),
  rights: about(setOf(Type.String()), 'effective rights of the user in the production'),
  invitationState: about(InvitationState, 'whether the user has accepted the invitation'),
  invitationToken: Type.Optional(
    Type.String({
      description:
        'returned once, when an address is invited: the secret of the link that accepts; where mail is sent, to callers with ACCOUNT_MANAGE alone',
    }),
  ),
  invitationFailure: Type.Optional(InvitationFailure),
  invitationExpires: Type.Optional(about(Instant, 'until when the invitation can be accepted, in epoch milliseconds')),
})
export type Participant = Type.Static<typeof Participant>

/** The least number of characters in a user's password. */
export const shortestPassword = 8

export const UserReplacement = replacement('UserReplacement', userFields)
export type UserReplacement = Type.Static<typeof UserReplacement>

export const UserCreation = creation('UserCreation', {
  ...userFields,
  password: about(Type.String({ maxLength: 1024 }), 'first password of the user, at least 8 characters'),
  accountId: Type.Optional(about(Id, 'id of an account in which the user takes part')),
  rights: Type.Optional(about(setOf(oneOf(...accountRights)), 'rights on that account; ACCOUNT_VIEW when absent')),
})
export type UserCreation = Type.Static<typeof UserCreation>

export const PasswordChange = shape('PasswordChange', {
  currentPassword: Type.Optional(
    about(Type.String({ maxLength: 1024 }), 'present password; not needed by SUPPORT for other users'),
  ),
  newPassword: about(Type.String({ maxLength: 1024 }), 'new password, at least 8 characters'),
})
export type PasswordChange = Type.Static<typeof PasswordChange>

/** Who has forgotten their password. */
export const PasswordForgotten = shape('PasswordForgotten', {
  username: about(Name, 'user name or email address of the user'),
})
export type PasswordForgotten = Type.Static<typeof PasswordForgotten>

/** Another password, with the token of the mail. */
export const PasswordReset = shape('PasswordReset', {
  token: Type.String({ maxLength: 200, description: 'from the link in the mail, usable once within an hour' }),
  newPassword: Type.String({ maxLength: 1024, description: 'password that the user signs in with from now on' }),
})
export type PasswordReset = Type.Static<typeof PasswordReset>

export const UserState = shape('UserState', {
  locked: Type.Optional(about(Flag, 'true locks the user out, false ends a lock')),
  disabled: Type.Optional(about(Flag, 'true disables the user, false enables them again')),
})

/** A signed-in session of a user. */
export const SessionInfo = shape('Session', {
  id: about(Id, 'id of the session, to end it with'),
  created: about(Instant, 'when the session began, in epoch milliseconds'),
  lastSeen: about(Instant, 'when the session was last used, in epoch milliseconds'),
  expires: about(Instant, 'when the session ends without requests, in epoch milliseconds'),
  address: Type.Optional(Type.String({ description: 'network address that the user signed in from' })),
  userAgent: Type.Optional(
    Type.String({ description: 'program that the user signed in with, as it named itself: proof of nothing' }),
  ),
  current: Type.Optional(Type.Boolean({ description: 'whether it is the session that asks' })),
})
export type SessionInfo = Type.Static<typeof SessionInfo>

export const SystemRole = oneOf(...systemRights)
