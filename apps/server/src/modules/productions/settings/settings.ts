import { notFound, type ReviewStatusChoice, staleVersion } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { changedResourceColumns } from '../../../platform/database/resource-columns.ts'
import { defaultSettings, readReviewStatuses, withDefaultSettings } from '../policy.ts'
import { lockProduction, updateProductionRow } from '../production/store.ts'
import { getProductionRow, publishProduction } from '../service.ts'
import { assertSettings, type Settings } from './settings-rules.ts'
import { assertSubtitleSettings } from './subtitle-settings.ts'

/** All settings of a production, the defaults merged in unless they are not wanted. */
export async function getSettings(ctx: Context, productionId: number, noDefaults?: boolean): Promise<Settings> {
  const { settings } = await getProductionRow(ctx, productionId)
  return noDefaults === true ? settings : withDefaultSettings(settings)
}

/** One setting; one that is neither set nor known by default is not found. */
export async function getSetting(ctx: Context, productionId: number, key: string, noDefaults?: boolean) {
  const settings = await getSettings(ctx, productionId, noDefaults)
  if (!Object.hasOwn(settings, key)) throw notFound('Setting', key)
  return settings[key]
}

/** The review statuses that clips of a production may have; visitors choose among them, and read no other setting. */
export async function listReviewStatuses(ctx: Context, productionId: number): Promise<ReviewStatusChoice[]> {
  return readReviewStatuses(await getSetting(ctx, productionId, 'reviewStatusConfig'))
}

/** Changes settings under a lock, so that two who set different keys at once both succeed. */
async function changeSettings(
  ctx: Context,
  productionId: number,
  change: (own: Settings) => Settings,
): Promise<Settings> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockProduction(ctx.db, productionId)
    if (!stored) throw notFound('Production', productionId)
    const settings = change(stored.settings)
    assertSettings(settings)
    assertSubtitleSettings(withoutSame(settings, stored.settings))
    const row = await updateProductionRow(ctx.db, productionId, stored.version, {
      ...changedResourceColumns(ctx),
      settings: JSON.stringify(settings),
    })
    if (!row) throw staleVersion('Production', productionId, stored.version)
    publishProduction(ctx, 'Production.update', row)
    return row.settings
  })
}

/** The settings that a change is about: what is stored already may be older than the rules. */
function withoutSame(settings: Settings, stored: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(stored[key])),
  )
}

export async function updateSettings(ctx: Context, productionId: number, settings: Settings): Promise<Settings> {
  return withDefaultSettings(await changeSettings(ctx, productionId, () => settings))
}

export async function updateSetting(ctx: Context, productionId: number, key: string, value: unknown): Promise<unknown> {
  return (await changeSettings(ctx, productionId, own => ({ ...own, [key]: value })))[key]
}

/** Takes a setting back to its default. */
export async function deleteSetting(ctx: Context, productionId: number, key: string): Promise<void> {
  await changeSettings(ctx, productionId, own => {
    if (!Object.hasOwn(own, key) && !Object.hasOwn(defaultSettings, key)) throw notFound('Setting', key)
    const { [key]: _removed, ...rest } = own
    return rest
  })
}
