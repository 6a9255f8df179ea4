import { Flag, FreeForm, Id, Instant, Int, Name, oneOf, productionRights, RoleName, Text } from '@rushes/contract'
import Type, { type Static } from 'typebox'
import {
  type ArchivePart,
  archivedFields,
  archiveTable,
  fromArchived,
  toArchived,
} from '../../../platform/archive/index.ts'
import { findLanguage } from '../../../platform/text/language.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { findAccount } from '../../accounts/index.ts'
import { findProduction, insertProduction } from '../production/store.ts'
import { toName } from '../service.ts'
import { assertSettings, pickTemplate, type Settings } from '../settings/settings-rules.ts'
import { assertSubtitleSettings } from '../settings/subtitle-settings.ts'
import { toRoleName } from '../team/roles.ts'
import { mapSettings } from './archived-settings.ts'
import { participantArchive } from './archived-team.ts'

const Rights = Type.Array(oneOf(...productionRights), { maxItems: productionRights.length })

const ArchivedProduction = Type.Object(
  {
    ...archivedFields,
    name: Name,
    description: Type.Optional(Text),
    type: Name,
    activeStatus: oneOf('Active', 'Archived'),
    deliveryDate: Type.Optional(Instant),
    settings: FreeForm,
  },
  { additionalProperties: false },
)

type ProductionColumns = Parameters<typeof insertProduction>[1]

/** The production itself; its event is the one that reports the whole import. */
const productionArchive: ArchivePart<Static<typeof ArchivedProduction>, ProductionColumns> = {
  name: 'production',
  shape: ArchivedProduction,
  async *read(ctx, source) {
    const row = await findProduction(ctx.db, source.productionId)
    if (!row) return
    yield {
      ...toArchived(row, source),
      name: row.name,
      type: row.type,
      activeStatus: row.active_status,
      settings: row.settings,
      ...withoutNulls({ description: row.description, deliveryDate: row.delivery_date }),
    }
  },
  async prepare(item, into, ctx) {
    const account = await findAccount(ctx.db, into.accountId)
    const { quota } = pickTemplate(account?.settings ?? {}, undefined)
    const settings = withoutUnknownLanguage(item.settings)
    assertSettings(settings, '/settings')
    assertSubtitleSettings(settings)
    return {
      ...fromArchived('production', item, into, ctx),
      account_id: into.accountId,
      name: toName({ name: into.name ?? item.name }),
      description: item.description ?? null,
      type: item.type,
      active_status: item.activeStatus,
      delivery_date: item.deliveryDate ?? null,
      // What the account allows a production holds for one that comes without a limit, too.
      settings: JSON.stringify({ ...(quota !== undefined && { quota }), ...mapSettings(settings, into.ids) }),
      deleted: null,
    }
  },
  async write(ctx, rows) {
    for (const columns of rows) await insertProduction(ctx.db, columns)
  },
}

const roleArchive = archiveTable({
  name: 'roles',
  table: 'production_role',
  shape: Type.Object({ ...archivedFields, name: RoleName, permissions: Rights }, { additionalProperties: false }),
  toItem: (row, source) => ({ ...toArchived(row, source), name: row.name, permissions: row.permissions }),
  toRow: (item, into, ctx) => ({
    ...fromArchived('roles', item, into, ctx),
    production_id: into.productionId,
    name: toRoleName(item.name),
    permissions: [...new Set(item.permissions)],
  }),
})

const categoryArchive = archiveTable({
  name: 'categories',
  table: 'category',
  shape: Type.Object(
    {
      ...archivedFields,
      name: Name,
      description: Type.Optional(Text),
      type: oneOf('UNASSIGNED', 'USER_DEFINED', 'DEFAULT_NOTEBOOK', 'DEFAULT_EPISODE', 'DEFAULT_STORY'),
      index: Int,
      includeRoles: Flag,
      roleIds: Type.Array(Id, { maxItems: 10_000 }),
    },
    { additionalProperties: false },
  ),
  toItem: (row, source) => ({
    ...toArchived(row, source),
    name: row.name,
    type: row.type,
    index: row.position,
    includeRoles: row.include_roles,
    roleIds: row.role_ids,
    ...withoutNulls({ description: row.description }),
  }),
  toRow: (item, into, ctx) => ({
    ...fromArchived('categories', item, into, ctx),
    production_id: into.productionId,
    name: item.name,
    description: item.description ?? null,
    type: item.type,
    position: item.index,
    include_roles: item.includeRoles,
    role_ids: item.roleIds.map((id, index) => into.ids.get('roles', id, `/roleIds/${index}`)),
  }),
})

/** A production with its settings, roles, categories and team. */
export const productionArchives = [productionArchive, roleArchive, categoryArchive, participantArchive]

/** Archives from before the default language had to be one: the production goes on without it. */
function withoutUnknownLanguage(settings: Settings): Settings {
  const { defaultLanguage, ...others } = settings
  return typeof defaultLanguage === 'string' && findLanguage(defaultLanguage) === undefined ? others : settings
}
