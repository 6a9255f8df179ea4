import Type from 'typebox'
import { sharePermissions } from '../access.ts'
import {
  creation,
  Flag,
  FreeForm,
  Id,
  Instant,
  Int,
  listOf,
  Name,
  oneOf,
  replacement,
  resource,
  setOf,
  shape,
  Text,
} from '../shapes.ts'

const Permissions = setOf(oneOf(...sharePermissions))
/** A share's password has no rule of its own: the owner of the share decides how much it protects. */
export const SharePassword = Type.String({ maxLength: 1024 })

/** What a share is created with; every member is optional. */
export const SharedObjectRequest = shape('SharedObjectRequest', {
  callbackURL: Type.Optional(Name),
  clientProperties: Type.Optional(FreeForm),
  description: Type.Optional(Text),
  expires: Type.Optional(Instant),
  label: Type.Optional(Name),
  password: Type.Optional(SharePassword),
  permissions: Type.Optional(Permissions),
  users: Type.Optional(listOf(Name, 1000)),
})
export type SharedObjectRequest = Type.Static<typeof SharedObjectRequest>

const shareFields = {
  callbackURL: Type.Optional(
    Type.String({ maxLength: 1000, description: 'gets each event of the share by POST; shown to those who may share' }),
  ),
  clientProperties: Type.Optional(FreeForm),
  deleted: Type.Optional(Flag),
  deletedTimestamp: Type.Optional(Instant),
  description: Type.Optional(Text),
  editorialObjectId: Type.Optional(Id),
  expires: Type.Optional(Instant),
  label: Type.Optional(Name),
  passwordProtected: Type.Optional(Flag),
  permissions: Type.Optional(Permissions),
  productionId: Type.Optional(Id),
  sharedWithId: Type.Optional(Id),
  token: Type.Optional(Type.String({ maxLength: 1000, description: 'the share token' })),
} as const

/** A collection opened to visitors from outside. */
export const ShareObject = resource('ShareObject', shareFields)
export type ShareObject = Type.Static<typeof ShareObject>
export const ShareReplacement = replacement('ShareReplacement', shareFields)
export type ShareReplacement = Type.Static<typeof ShareReplacement>

const sharedUserFields = {
  email: Name,
  username: Name,
  emailHash: Type.Optional(Name),
  firstName: Type.Optional(Name),
  fullName: Type.Optional(Name),
  lastName: Type.Optional(Name),
  lastSeen: Type.Optional(Instant),
  productionId: Type.Optional(Id),
  notificationSendId: Type.Optional(Name),
} as const

/** Who a visitor says they are. */
export const SharedUser = resource('SharedUser', sharedUserFields)
export type SharedUser = Type.Static<typeof SharedUser>

/** Someone to add to a share: by the id of a shared user of the production, or by an email address. */
export const SharedUserCreation = creation('SharedUserCreation', {
  ...sharedUserFields,
  email: Type.Optional(Name),
  username: Type.Optional(Name),
})
export type SharedUserCreation = Type.Static<typeof SharedUserCreation>

export const ShareLoginRequest = shape('ShareLoginRequest', { password: Type.Optional(SharePassword) })
export type ShareLoginRequest = Type.Static<typeof ShareLoginRequest>

/** The answer to a share login: the SharedUser's members, the same as `sharedUser`, and the session token. */
export const ShareLogin = resource('ShareLogin', {
  ...sharedUserFields,
  sharedUser: SharedUser,
  token: Type.String({ description: 'the session token' }),
  status: Int,
  needsSecondToken: Flag,
  message: Type.String(),
})
export type ShareLogin = Type.Static<typeof ShareLogin>

/** Who a visitor wants to be known as, in one of four ways; nothing of it is proven. */
export const IdentifyRequest = shape('IdentifyRequest', {
  email: Type.Optional(Name),
  serviceAccessToken: Type.Optional(Type.String({ maxLength: 1000 })),
  sharedUserId: Type.Optional(Id),
  username: Type.Optional(Name),
})
export type IdentifyRequest = Type.Static<typeof IdentifyRequest>

export const TokenizedSharedUser = shape('TokenizedSharedUser', { sharedUser: SharedUser, token: Type.String() })
export type TokenizedSharedUser = Type.Static<typeof TokenizedSharedUser>
