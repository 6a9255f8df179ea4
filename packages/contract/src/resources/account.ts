import Type from 'typebox'
import { accountRights } from '../access.ts'
import {
  about,
  alwaysWith,
  creation,
  Flag,
  Id,
  Instant,
  Name,
  oneOf,
  replacement,
  setOf,
  shape,
  storedResource,
  Text,
} from '../shapes.ts'
import { InvitationFailure, InvitationState } from './user.ts'

const subscriptionStates = [
  'trialing',
  'trial_ended',
  'assessing',
  'active',
  'soft_failure',
  'past_due',
  'suspended',
  'canceled',
  'unpaid',
  'expired',
  'delayed_cancel',
  'unlinked',
] as const

const accountFields = {
  humanName: Type.Optional(about(Name, 'name of the account as people read it')),
  name: Type.Optional(about(Name, 'short technical name of the account')),
  accountHumanName: Type.Optional(about(Name, 'the same as `humanName`, under the name that other clients use')),
  accountName: Type.Optional(about(Name, 'the same as `name`, under the name that other clients use')),
  displayName: Type.Optional(
    Type.String({
      description: 'the first name that is not empty: `humanName`, `name`, the username of the owner, or the id',
    }),
  ),
  ownerId: Type.Optional(about(Id, 'id of the user who owns the account')),
  ownerUsername: Type.Optional(about(Name, 'username of the user who owns the account')),
  subscriptionStatus: Type.Optional(
    about(
      oneOf(...subscriptionStates),
      'state of the subscription; `active` when absent at creation, changed by SUPPORT only',
    ),
  ),
  twoFactorAuthenticationRequired: Type.Optional(about(Flag, 'whether users need a second factor to use the account')),
} as const

/** The same, of which every account has these. */
const storedAccountFields = alwaysWith(
  accountFields,
  'displayName',
  'ownerId',
  'subscriptionStatus',
  'twoFactorAuthenticationRequired',
)

/** The organization that productions belong to. */
export const Account = storedResource('Account', storedAccountFields)
export type Account = Type.Static<typeof Account>
export const AccountCreation = creation('AccountCreation', accountFields)
export type AccountCreation = Type.Static<typeof AccountCreation>
export const AccountReplacement = replacement('AccountReplacement', accountFields)
export type AccountReplacement = Type.Static<typeof AccountReplacement>

/** Who takes part in an account, as far as those need to know who manage it. */
const AccountUser = shape('AccountUser', {
  username: about(Type.String(), 'name with which the user signs in'),
  fullName: about(Type.String(), 'first and last name of the user'),
  email: about(Type.String(), 'email address of the user'),
  lastSeen: Type.Optional(about(Instant, 'when the user last sent a request, in epoch milliseconds')),
})

/** What a user may do on an account. */
export const AccountRight = shape('AccountRight', {
  id: about(Id, 'id of the account to which the rights apply'),
  userId: Type.Integer({ ...Id, description: 'id of the user; for a pending invitation, the id of the invitation' }),
  accountInvitationState: about(InvitationState, 'whether the user has accepted the invitation to the account'),
  productionInvitationState: Type.Optional(
    about(InvitationState, 'whether the user has accepted the invitation to the production'),
  ),
  ...storedAccountFields,
  rights: about(setOf(oneOf(...accountRights)), 'rights that the user has on the account'),
  user: Type.Optional(about(AccountUser, 'the user, for callers who manage the account')),
  email: Type.Optional(Type.String({ description: 'address to which the invitation was sent' })),
  invitationExpires: Type.Optional(about(Instant, 'until when the invitation can be accepted, in epoch milliseconds')),
  invitationFailure: Type.Optional(InvitationFailure),
  invitationToken: Type.Optional(Type.String({ description: 'token to accept the invitation with; returned once' })),
})
export type AccountRight = Type.Static<typeof AccountRight>

const brandingTexts = {
  brandingWebsiteLink: about(Text, 'address of the website of the organization'),
  customCssVars: about(Text, 'CSS custom properties that the web app applies'),
  defaultMailSupportEmail: about(Text, 'email address that mails name for support'),
  headerBackgroundColor: about(Text, 'CSS color behind the page header'),
  headerLogoUrl: about(Text, 'address of the logo in the page header'),
  headerText: about(Text, 'text next to the logo in the page header'),
  helpCenterLink: about(Text, 'address to which the help link leads'),
  privacyStatementLink: about(Text, 'address of the privacy statement of the organization'),
  workspaceTypeDeliveryEnabled: about(Text, 'whether the account offers delivery workspaces, as text'),
  workspaceTypeProductionEnabled: about(Text, 'whether the account offers production workspaces, as text'),
} as const
export const brandingNames = Object.keys(brandingTexts) as (keyof typeof brandingTexts)[]

/** How an account looks to its users. */
export const AccountBranding = shape('AccountBranding', {
  accountId: Type.Optional(about(Id, 'id of the account with this branding')),
  ...(Object.fromEntries(Object.entries(brandingTexts).map(([name, value]) => [name, Type.Optional(value)])) as {
    [K in keyof typeof brandingTexts]: Type.TOptional<(typeof brandingTexts)[K]>
  }),
})
export type AccountBranding = Type.Static<typeof AccountBranding>

/** An account's participant to add: who, and with which rights. */
export const AccountInvitation = shape('AccountInvitation', {
  userId: Type.Optional(about(Id, 'id of the user to add; use this or `email`')),
  email: Type.Optional(about(Name, 'address to invite when the user is not known; use this or `userId`')),
  rights: Type.Optional(
    about(setOf(oneOf(...accountRights)), 'rights to give on the account; ACCOUNT_VIEW when absent'),
  ),
})
export type AccountInvitation = Type.Static<typeof AccountInvitation>

/** What the link of an invitation is for, and what its holder can do. */
export const InvitationDetails = shape('InvitationDetails', {
  name: Type.String({ description: 'name of the production or of the account' }),
  state: about(oneOf('PENDING', 'ACCEPTED', 'EXPIRED'), 'whether the invitation can be accepted still'),
  email: Type.Optional(
    Type.String({ description: 'address to which the invitation went; absent once it is accepted' }),
  ),
  hasUser: Type.Boolean({ description: 'whether a user has this address already' }),
  mayRegister: Type.Boolean({ description: 'whether the invited person may create a user with the token' }),
})
export type InvitationDetails = Type.Static<typeof InvitationDetails>

/** A user to create with the address of an invitation. */
export const InvitationRegistration = shape('InvitationRegistration', {
  token: Type.String({ maxLength: 200, description: 'token from the link of the invitation' }),
  username: about(Name, 'unique name of the new user, without @'),
  password: Type.String({ maxLength: 1024, description: 'first password of the new user' }),
  firstName: Type.Optional(about(Name, 'first name of the new user')),
  lastName: Type.Optional(about(Name, 'last name of the new user')),
})
export type InvitationRegistration = Type.Static<typeof InvitationRegistration>

/** What an invited person brings back. */
export const InvitationAnswer = shape('InvitationAnswer', {
  token: Type.String({ maxLength: 200, description: 'token from the link in the invitation mail' }),
})
