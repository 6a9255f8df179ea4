import Type from 'typebox'
import { productionRights } from '../access.ts'
import {
  creation,
  Flag,
  FreeForm,
  Id,
  Instant,
  Int,
  Name,
  oneOf,
  replacement,
  resource,
  setOf,
  shape,
  Text,
} from '../shapes.ts'
import { InvitationState } from './user.ts'

const categoryTypes = ['UNASSIGNED', 'USER_DEFINED', 'DEFAULT_NOTEBOOK', 'DEFAULT_EPISODE', 'DEFAULT_STORY'] as const

const roleFields = {
  name: Type.Optional(Name),
  permissions: Type.Optional(setOf(oneOf(...productionRights))),
  productionId: Type.Optional(Id),
} as const

/** A named set of rights in a production. */
export const Role = resource('Role', roleFields)
export type Role = Type.Static<typeof Role>
export const RoleCreation = creation('RoleCreation', roleFields)
export const RoleReplacement = replacement('RoleReplacement', roleFields)

const categoryFields = {
  name: Type.Optional(Name),
  description: Type.Optional(Text),
  index: Type.Optional(Int),
  includeRoles: Type.Optional(Flag),
  productionId: Type.Optional(Id),
  roles: Type.Optional(setOf(Type.Unknown())),
  type: Type.Optional(oneOf(...categoryTypes)),
} as const

/** A shelf for collections. */
export const Category = resource('Category', categoryFields)
export type Category = Type.Static<typeof Category>
export const CategoryCreation = creation('CategoryCreation', categoryFields)
export type CategoryCreation = Type.Static<typeof CategoryCreation>
export const CategoryReplacement = replacement('CategoryReplacement', categoryFields)
export type CategoryReplacement = Type.Static<typeof CategoryReplacement>

const productionFields = {
  accountId: Type.Optional(Id),
  name: Type.Optional(Name),
  title: Type.Optional(Name),
  description: Type.Optional(Text),
  type: Type.Optional(Name),
  activeStatus: Type.Optional(oneOf('Active', 'Archived')),
  accountName: Type.Optional(Name),
  accountUserId: Type.Optional(Id),
  creatorName: Type.Optional(Name),
  hasAvatar: Type.Optional(Flag),
  deliveryDate: Type.Optional(Instant),
  deleted: Type.Optional(Instant),
  categories: Type.Optional(setOf(Category)),
  invitationState: Type.Optional(InvitationState),
  activeSecurityClasses: Type.Optional(setOf(Type.String())),
  settings: Type.Optional(FreeForm),
} as const

/** A workspace: what a production team shares. */
export const Production = resource('Production', productionFields)
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

/** A value that `reviewStatus` of a clip may have, what people call it, and the colour that they know it by. */
export const ReviewStatusChoice = shape('ReviewStatusChoice', { id: Name, label: Name, color: Type.Optional(Name) })
export type ReviewStatusChoice = Type.Static<typeof ReviewStatusChoice>

/** A participant to add to a production, or the rights to give to one. */
export const Invitation = shape('Invitation', {
  userId: Type.Optional(Id),
  email: Type.Optional(Name),
  roles: Type.Optional(setOf(Name)),
  rights: Type.Optional(setOf(oneOf(...productionRights))),
})
export type Invitation = Type.Static<typeof Invitation>
