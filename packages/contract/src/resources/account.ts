import Type from 'typebox'
import { accountRights } from '../access.ts'
import { creation, Flag, Id, Instant, Name, oneOf, replacement, resource, setOf, shape, Text } from '../shapes.ts'
import { InvitationState } from './user.ts'

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
  humanName: Type.Optional(Name),
  name: Type.Optional(Name),
  accountHumanName: Type.Optional(Name),
  accountName: Type.Optional(Name),
  displayName: Type.Optional(Type.String({ description: 'the first of its names that is not empty' })),
  ownerId: Type.Optional(Id),
  ownerUsername: Type.Optional(Name),
  subscriptionStatus: Type.Optional(oneOf(...subscriptionStates)),
  twoFactorAuthenticationRequired: Type.Optional(Flag),
} as const

/** The house that productions belong to. */
export const Account = resource('Account', accountFields)
export type Account = Type.Static<typeof Account>
export const AccountCreation = creation('AccountCreation', accountFields)
export type AccountCreation = Type.Static<typeof AccountCreation>
export const AccountReplacement = replacement('AccountReplacement', accountFields)
export type AccountReplacement = Type.Static<typeof AccountReplacement>

/** Who takes part in an account, as far as those need to know who manage it. */
const AccountUser = shape('AccountUser', {
  username: Type.String(),
  fullName: Type.String(),
  email: Type.String(),
  lastSeen: Type.Optional(Instant),
})

/** What a user may do on an account. */
export const AccountRight = shape('AccountRight', {
  id: Id,
  userId: Type.Integer({ ...Id, description: 'of an invitation: its own id' }),
  accountInvitationState: InvitationState,
  productionInvitationState: Type.Optional(InvitationState),
  ...accountFields,
  rights: setOf(oneOf(...accountRights)),
  user: Type.Optional(AccountUser),
  email: Type.Optional(Type.String({ description: 'to which an invitation went' })),
  invitationExpires: Type.Optional(Instant),
  invitationToken: Type.Optional(Type.String({ description: 'shown once: whoever brings it back may accept' })),
})
export type AccountRight = Type.Static<typeof AccountRight>

const brandingTexts = {
  brandingWebsiteLink: Text,
  customCssVars: Text,
  defaultMailSupportEmail: Text,
  headerBackgroundColor: Text,
  headerLogoUrl: Text,
  headerText: Text,
  helpCenterLink: Text,
  privacyStatementLink: Text,
  workspaceTypeDeliveryEnabled: Text,
  workspaceTypeProductionEnabled: Text,
} as const
export const brandingNames = Object.keys(brandingTexts) as (keyof typeof brandingTexts)[]

/** How an account looks to its users. */
export const AccountBranding = shape('AccountBranding', {
  accountId: Type.Optional(Id),
  ...(Object.fromEntries(Object.entries(brandingTexts).map(([name, value]) => [name, Type.Optional(value)])) as {
    [K in keyof typeof brandingTexts]: Type.TOptional<(typeof brandingTexts)[K]>
  }),
})
export type AccountBranding = Type.Static<typeof AccountBranding>

/** An account's participant to add: who, and with which rights. */
export const AccountInvitation = shape('AccountInvitation', {
  userId: Type.Optional(Id),
  email: Type.Optional(Name),
  rights: Type.Optional(setOf(oneOf(...accountRights))),
})
export type AccountInvitation = Type.Static<typeof AccountInvitation>

/** What an invited person brings back. */
export const InvitationAnswer = shape('InvitationAnswer', { token: Type.String({ maxLength: 200 }) })
