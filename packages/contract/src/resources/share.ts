import Type from 'typebox'
import { sharePermissions } from '../access.ts'
import {
  about,
  addressedResource,
  alwaysWith,
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

const ClientProperties = about(
  FreeForm,
  'free-form settings of clients, such as `identifyUser` and `overviewVisible`; with `askEmail` false visitors may identify by a name alone',
)

/** What a share is created with; every member is optional. */
export const SharedObjectRequest = shape('SharedObjectRequest', {
  callbackURL: Type.Optional(about(Name, 'address that gets each event of the share by POST')),
  clientProperties: Type.Optional(ClientProperties),
  description: Type.Optional(about(Text, 'what the share contains or what visitors are asked to do')),
  expires: Type.Optional(
    about(Instant, 'when the share token stops working, in epoch milliseconds; never when absent'),
  ),
  label: Type.Optional(about(Name, 'title that visitors see when they open the share')),
  password: Type.Optional(about(SharePassword, 'password that visitors need; none when absent or empty')),
  permissions: Type.Optional(about(Permissions, 'what visitors may do; `VIEW` when absent')),
  users: Type.Optional(about(listOf(Name, 1000), 'email addresses of people to add to the share')),
})
export type SharedObjectRequest = Type.Static<typeof SharedObjectRequest>

const shareFields = {
  callbackURL: Type.Optional(
    Type.String({ maxLength: 1000, description: 'gets each event of the share by POST; shown to those who may share' }),
  ),
  clientProperties: Type.Optional(ClientProperties),
  deleted: Type.Optional(about(Flag, 'whether the share was ended')),
  deletedTimestamp: Type.Optional(about(Instant, 'when the share was ended, in epoch milliseconds')),
  description: Type.Optional(about(Text, 'what the share contains or what visitors are asked to do')),
  editorialObjectId: Type.Optional(about(Id, 'id of the shared collection')),
  expires: Type.Optional(
    about(Instant, 'when the share token stops working, in epoch milliseconds; never when absent'),
  ),
  label: Type.Optional(about(Name, 'title that visitors see when they open the share')),
  passwordProtected: Type.Optional(about(Flag, 'whether visitors need a password to open a session')),
  permissions: Type.Optional(about(Permissions, 'what visitors may do; `VIEW` when absent')),
  productionId: Type.Optional(about(Id, 'id of the production that contains it')),
  sharedWithId: Type.Optional(about(Id, 'id of the user with whom it is shared; stored for clients')),
  token: Type.Optional(
    Type.String({ maxLength: 1000, description: 'share token, with which visitors open a session' }),
  ),
} as const

/** A collection opened to visitors from outside. */
export const ShareObject = addressedResource(
  'ShareObject',
  alwaysWith(
    shareFields,
    'clientProperties',
    'editorialObjectId',
    'passwordProtected',
    'permissions',
    'productionId',
    'deleted',
    'sharedWithId',
  ),
)
export type ShareObject = Type.Static<typeof ShareObject>
export const ShareReplacement = replacement('ShareReplacement', shareFields)
export type ShareReplacement = Type.Static<typeof ShareReplacement>

const sharedUserFields = {
  email: about(Name, 'email address that the visitor stated, or empty when hidden or none was asked for'),
  username: about(Name, 'name under which comments of the visitor appear'),
  emailHash: Type.Optional(about(Name, 'hash of the email address, for finding an avatar')),
  firstName: Type.Optional(about(Name, 'first name that the visitor stated')),
  fullName: Type.Optional(about(Name, 'first and last name of the visitor')),
  lastName: Type.Optional(about(Name, 'last name that the visitor stated')),
  lastSeen: Type.Optional(about(Instant, 'when the visitor last sent a request, in epoch milliseconds')),
  productionId: Type.Optional(about(Id, 'id of the production that contains it')),
  notificationSendId: Type.Optional(about(Name, 'id of the last notification that was sent; stored for clients')),
  proven: Type.Optional(
    Type.Boolean({
      description: 'in the list of a share: whether a registered user came and identified by their token',
    }),
  ),
} as const

/** Who a visitor says they are. */
export const SharedUser = resource('SharedUser', alwaysWith(sharedUserFields, 'productionId'))
export type SharedUser = Type.Static<typeof SharedUser>

/** Someone to add to a share: by the id of a shared user of the production, or by an email address. */
export const SharedUserCreation = creation('SharedUserCreation', {
  ...sharedUserFields,
  email: Type.Optional(about(Name, 'email address of the person to add; use this or `id`')),
  username: Type.Optional(about(Name, 'name to show for the person; the email address when absent')),
})
export type SharedUserCreation = Type.Static<typeof SharedUserCreation>

export const ShareLoginRequest = shape('ShareLoginRequest', {
  password: Type.Optional(about(SharePassword, 'password of the share; needed only where it has one')),
  previousToken: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'the token of an earlier session of this share, which the new one continues; 90 days at most',
    }),
  ),
})
export type ShareLoginRequest = Type.Static<typeof ShareLoginRequest>

/** The answer to a share login: the SharedUser's members, the same as `sharedUser`, and the session token. */
export const ShareLogin = resource('ShareLogin', {
  ...alwaysWith(sharedUserFields, 'productionId'),
  sharedUser: about(SharedUser, 'the visitor of the session, as identified so far'),
  token: Type.String({ description: 'session token, to send as `Authorization: Bearer <token>`' }),
  status: about(Int, 'HTTP status of the answer, repeated for older clients'),
  needsSecondToken: about(Flag, 'always false: visitors need no second factor'),
  message: about(Type.String(), 'short text about the outcome, in English'),
  continued: Type.Optional(Type.Boolean({ description: 'true when `previousToken` was that of an earlier session' })),
})
export type ShareLogin = Type.Static<typeof ShareLogin>

/** Who a visitor wants to be known as, in one of four ways; an access token alone proves it. */
export const IdentifyRequest = shape('IdentifyRequest', {
  email: Type.Optional(
    about(Name, 'email address of the visitor, with `username`; not needed where `askEmail` of the share is false'),
  ),
  serviceAccessToken: Type.Optional(
    about(Type.String({ maxLength: 1000 }), 'access token of a registered user, which proves who the visitor is'),
  ),
  sharedUserId: Type.Optional(about(Id, 'id of a shared user of the production to act as')),
  username: Type.Optional(
    about(Name, 'name of the visitor; sent together with `email`, or alone where `askEmail` of the share is false'),
  ),
})
export type IdentifyRequest = Type.Static<typeof IdentifyRequest>

export const TokenizedSharedUser = shape('TokenizedSharedUser', {
  sharedUser: about(SharedUser, 'the visitor as identified now'),
  token: Type.String({ description: 'session token to use from now on' }),
})
export type TokenizedSharedUser = Type.Static<typeof TokenizedSharedUser>

/** Clips of one session that a list holds at most. */
export const mostSeenClips = 100

/** A clip that a visitor has seen: when they first did what. */
export const SeenClip = shape('SeenClip', {
  mediaObjectId: about(Id, 'id of the clip'),
  viewed: Type.Optional(about(Instant, 'when the visitor first opened it, in epoch milliseconds')),
  played: Type.Optional(about(Instant, 'when the visitor first played it, in epoch milliseconds')),
  downloaded: Type.Optional(about(Instant, 'when the visitor first downloaded its original, in epoch milliseconds')),
})
export type SeenClip = Type.Static<typeof SeenClip>

/** An open session of a visitor, together with those that it continues. */
export const ShareSession = shape('ShareSession', {
  id: about(Id, 'id of the session, to end it with'),
  created: about(Instant, 'when the visitor first opened the share in it, in epoch milliseconds'),
  lastSeen: about(Instant, 'when the visitor last sent a request, to the minute, in epoch milliseconds'),
  expires: about(Instant, 'when the session ends without requests, in epoch milliseconds'),
  username: Type.Optional(about(Name, 'name under which comments of the visitor appear; absent when they gave none')),
  sharedUserId: Type.Optional(about(Id, 'id of the shared user whom the visitor claims to be')),
  recipientId: Type.Optional(about(Id, 'id of the recipient whose link opened it; absent for the link of the share')),
  proven: about(Flag, 'whether the visitor is a registered user who identified by their token'),
  clips: about(listOf(SeenClip, mostSeenClips), 'what the visitor has seen: the latest clips first'),
  clipCount: about(Int, 'how many clips the visitor has seen; `clips` holds the latest hundred'),
})
export type ShareSession = Type.Static<typeof ShareSession>

/** Somebody who is to get a link of their own. */
export const ShareRecipientCreation = shape('ShareRecipientCreation', {
  name: about(Name, 'name of the recipient, shown to those who may share'),
  email: Type.Optional(about(Name, 'email address of the recipient; no mail is sent there without `sendMail`')),
  sendMail: Type.Optional(
    about(Flag, 'whether the link is sent to `email`; a service that sends no mail refuses this'),
  ),
})
export type ShareRecipientCreation = Type.Static<typeof ShareRecipientCreation>

/** Somebody to whom a share was sent with a link of their own, and what was seen through it. */
export const ShareRecipient = shape('ShareRecipient', {
  id: about(Id, 'id of the recipient, to end the link with'),
  shareId: about(Id, 'id of the share that the link opens'),
  name: about(Name, 'name of the recipient'),
  email: Type.Optional(about(Name, 'email address of the recipient')),
  created: about(Instant, 'when the link was created, in epoch milliseconds'),
  creatorId: Type.Optional(about(Id, 'id of the user who created it')),
  lastOpened: Type.Optional(about(Instant, 'when a session was last opened by the link, in epoch milliseconds')),
  ended: Type.Optional(about(Instant, 'when the link was ended, in epoch milliseconds')),
  mailed: Type.Optional(about(Instant, 'when the link was sent to `email`, in epoch milliseconds')),
  mailFailure: Type.Optional(Type.String({ description: 'why the mail with the link could not be delivered' })),
  token: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'token of the link, used as that of the share; absent once it has ended',
    }),
  ),
  clips: about(listOf(SeenClip, mostSeenClips), 'what was seen through the link: the latest clips first'),
  clipCount: about(Int, 'how many clips were seen; `clips` holds the latest hundred'),
})
export type ShareRecipient = Type.Static<typeof ShareRecipient>
