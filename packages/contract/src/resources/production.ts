import Type from 'typebox'
import { productionRights } from '../access.ts'
import {
  about,
  alwaysWith,
  creation,
  Flag,
  FreeForm,
  Id,
  Instant,
  Int,
  Name,
  oneOf,
  replacement,
  setOf,
  shape,
  storedResource,
  Text,
} from '../shapes.ts'
import { InvitationState } from './user.ts'

const categoryTypes = ['UNASSIGNED', 'USER_DEFINED', 'DEFAULT_NOTEBOOK', 'DEFAULT_EPISODE', 'DEFAULT_STORY'] as const

export const RoleName = Type.String({ maxLength: 200 })

const roleFields = {
  name: Type.Optional(about(RoleName, 'name of the role, unique in the production')),
  permissions: Type.Optional(about(setOf(oneOf(...productionRights)), 'rights that the role gives to its members')),
  productionId: Type.Optional(about(Id, 'id of the production that contains it')),
} as const

/** A named set of rights in a production. */
export const Role = storedResource('Role', alwaysWith(roleFields, 'name', 'permissions', 'productionId'))
export type Role = Type.Static<typeof Role>
export const RoleCreation = creation('RoleCreation', roleFields)
export const RoleReplacement = replacement('RoleReplacement', roleFields)

const categoryFields = {
  name: Type.Optional(about(Name, 'name of the category, unique in the production')),
  description: Type.Optional(about(Text, 'text about what the category contains')),
  index: Type.Optional(about(Int, 'position in the list of categories, ascending')),
  includeRoles: Type.Optional(about(Flag, 'whether only the `roles` see the category; stored for clients')),
  productionId: Type.Optional(about(Id, 'id of the production that contains it')),
  roles: Type.Optional(about(setOf(Type.Unknown()), 'roles to which the category applies; stored for clients')),
  type: Type.Optional(
    about(oneOf(...categoryTypes), 'purpose of the category; USER_DEFINED for those that users create'),
  ),
} as const

/** A shelf for collections. */
export const Category = storedResource(
  'Category',
  alwaysWith(categoryFields, 'name', 'index', 'includeRoles', 'productionId', 'roles', 'type'),
)
export type Category = Type.Static<typeof Category>
export const CategoryCreation = creation('CategoryCreation', categoryFields)
export type CategoryCreation = Type.Static<typeof CategoryCreation>
export const CategoryReplacement = replacement('CategoryReplacement', categoryFields)
export type CategoryReplacement = Type.Static<typeof CategoryReplacement>

const productionFields = {
  accountId: Type.Optional(about(Id, 'id of the account that owns the production')),
  name: Type.Optional(about(Name, 'name of the production that lists show')),
  title: Type.Optional(about(Name, 'longer title of the production')),
  description: Type.Optional(about(Text, 'text about the production')),
  type: Type.Optional(about(Name, 'kind of production, chosen by clients')),
  activeStatus: Type.Optional(
    about(oneOf('Active', 'Archived'), 'Archived productions are hidden in lists of clients; Active when absent'),
  ),
  accountName: Type.Optional(about(Name, 'display name of the account that owns the production')),
  accountUserId: Type.Optional(about(Id, 'id of the user who owns the account')),
  creatorName: Type.Optional(about(Name, 'full name of the user who created the production')),
  hasAvatar: Type.Optional(about(Flag, 'whether the production has a picture; always false here')),
  deliveryDate: Type.Optional(about(Instant, 'when the production is due, in epoch milliseconds')),
  deleted: Type.Optional(about(Instant, 'when the production was deleted, in epoch milliseconds; absent otherwise')),
  categories: Type.Optional(about(setOf(Category), 'categories of the production, in order')),
  invitationState: Type.Optional(
    about(InvitationState, 'whether the caller has accepted the invitation to the production'),
  ),
  activeSecurityClasses: Type.Optional(about(setOf(Type.String()), 'security classes in use; stored for clients')),
  settings: Type.Optional(about(FreeForm, 'settings of the production; only with `includeSettings`')),
} as const

/** A workspace: what a production team shares. */
export const Production = storedResource(
  'Production',
  alwaysWith(productionFields, 'accountId', 'name', 'title', 'type', 'activeStatus', 'hasAvatar'),
)
export type Production = Type.Static<typeof Production>
export const ProductionCreation = creation('ProductionCreation', {
  ...productionFields,
  settingsTemplate: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'name of one of the templates of the account (`productionSettingsTemplates`); the default one when absent',
    }),
  ),
})
export type ProductionCreation = Type.Static<typeof ProductionCreation>
export const ProductionReplacement = replacement('ProductionReplacement', productionFields)
export type ProductionReplacement = Type.Static<typeof ProductionReplacement>

/** What a review status can mean. */
export const reviewStatusKinds = ['APPROVED', 'NEEDS_CHANGES', 'REJECTED', 'IN_REVIEW'] as const
export type ReviewStatusKind = (typeof reviewStatusKinds)[number]

/** A value that `reviewStatus` of a clip may have, what people call it, and the colour that they know it by. */
export const ReviewStatusChoice = shape('ReviewStatusChoice', {
  id: about(Name, 'value to store in `reviewStatus` of a clip'),
  label: about(Name, 'name of the status that people read'),
  color: Type.Optional(about(Name, 'color of the status as CSS, for example `#2e7d32`')),
  kind: Type.Optional(about(oneOf(...reviewStatusKinds), 'what the status means, where its id is not one of these')),
})
export type ReviewStatusChoice = Type.Static<typeof ReviewStatusChoice>

/** A participant to add to a production, or the rights to give to one. */
export const Invitation = shape('Invitation', {
  userId: Type.Optional(about(Id, 'id of the user to add; use this or `email`')),
  email: Type.Optional(about(Name, 'address to invite when the user is not known; use this or `userId`')),
  roles: Type.Optional(about(setOf(Name), 'names of roles of the production to give')),
  rights: Type.Optional(about(setOf(oneOf(...productionRights)), 'single rights to give in addition to roles')),
})
export type Invitation = Type.Static<typeof Invitation>
