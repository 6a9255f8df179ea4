import Type from 'typebox'
import { accountRights, systemRights } from '../access.ts'
import {
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
export type InvitationState = Type.Static<typeof InvitationState>

/** What a user tells about themselves. */
const profile = {
  aboutMe: Text,
  addressLine1: Name,
  addressLine2: Name,
  city: Name,
  country: Name,
  county: Name,
  zipCode: Name,
  firstName: Name,
  lastName: Name,
  fixedLinePhone: Name,
  mobile: Name,
  focus: Name,
  notificationSettings: FreeForm,
} as const
export const profileNames = Object.keys(profile) as (keyof typeof profile)[]

const userFields = {
  ...(Object.fromEntries(Object.entries(profile).map(([name, value]) => [name, Type.Optional(value)])) as {
    [K in keyof typeof profile]: Type.TOptional<(typeof profile)[K]>
  }),
  email: Name,
  username: Name,
  fullName: Type.Optional(Name),
  emailHash: Type.Optional(Name),
  activated: Type.Optional(Instant),
  deleted: Type.Optional(Instant),
  lastSeen: Type.Optional(Instant),
  lastIndexCompleted: Type.Optional(Instant),
  lastIndexed: Type.Optional(Instant),
  lockedForApproval: Type.Optional(Instant),
  lockedForReading: Type.Optional(Instant),
  lockedForWriting: Type.Optional(Instant),
  passwordResetTokenTime: Type.Optional(Instant),
  hasAvatar: Type.Optional(Flag),
  identityProvider: Type.Optional(Name),
  nameId: Type.Optional(Name),
  notificationSendId: Type.Optional(Name),
  refs: Type.Optional(Type.Unknown()),
  accountRoles: Type.Optional(setOf(Type.Unknown())),
  accounts: Type.Optional(setOf(Type.Unknown())),
  roles: Type.Optional(setOf(Type.Unknown({ description: 'names of system roles, or of roles in the production' }))),
  type: Type.Optional(oneOf('REGISTERED', 'SHARED', 'UNREGISTERED', 'ANONYMOUS')),
  locked: Type.Optional(Flag),
  disabled: Type.Optional(Flag),
  authenticationType: Type.Optional(oneOf('PASSWORD', 'TWO_FA_AUTHENTICATOR')),
} as const

/** A person who signs in. */
export const User = resource('User', userFields)
export type User = Type.Static<typeof User>

/** A member of a production's team: the user, what they may do there, and whether they have accepted. */
export const Participant = resource('Participant', {
  ...userFields,
  rights: Type.Optional(setOf(Type.String())),
  invitationState: Type.Optional(InvitationState),
})
export type Participant = Type.Static<typeof Participant>

/** The least number of characters in a user's password. */
export const shortestPassword = 8

export const UserReplacement = replacement('UserReplacement', userFields)
export type UserReplacement = Type.Static<typeof UserReplacement>

export const UserCreation = creation('UserCreation', {
  ...userFields,
  password: Type.String({ maxLength: 1024 }),
  accountId: Type.Optional(Id),
  rights: Type.Optional(setOf(oneOf(...accountRights))),
})
export type UserCreation = Type.Static<typeof UserCreation>

export const PasswordChange = shape('PasswordChange', {
  currentPassword: Type.Optional(Type.String({ maxLength: 1024 })),
  newPassword: Type.String({ maxLength: 1024 }),
})
export type PasswordChange = Type.Static<typeof PasswordChange>

export const UserState = shape('UserState', { locked: Type.Optional(Flag), disabled: Type.Optional(Flag) })

/** A signed-in session of a user. */
export const SessionInfo = shape('Session', {
  id: Id,
  created: Instant,
  lastSeen: Instant,
  expires: Instant,
  current: Type.Optional(Type.Boolean({ description: 'whether it is the session that asks' })),
})
export type SessionInfo = Type.Static<typeof SessionInfo>

export const SystemRole = oneOf(...systemRights)
