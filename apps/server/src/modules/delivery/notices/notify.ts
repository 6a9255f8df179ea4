import type { Context } from '../../../platform/context.ts'
import { type Outbound, parseOutboundUrl } from '../../../platform/security/outbound.ts'
import { toSignedHeaders } from '../../../platform/security/standard-webhooks.ts'
import { findAccount } from '../../accounts/index.ts'
import { findCollections, toEditorialObject } from '../../collections/index.ts'
import { isObject } from '../../form-fields/index.ts'
import { PermanentError, type TaskOutcome, type TaskRun } from '../../workflows/index.ts'
import type { BootstrapResult, Workspace } from '../bootstrap/bootstrap.ts'
import { findNoticeSecrets } from './secret.ts'

const timeoutMs = 15_000
const mostAnswerBytes = 2_000
/** "Echoed request properties." */
const echoed = ['pressSheetID', 'productType', 'externalReference']
const longestEchoed = 1000

/**
 * Posts what became of a bootstrap to the account's address, signed where the account has a secret; an answer other
 * than 2xx is a failed attempt.
 */
export async function notify(
  { ctx, input, workflowId }: TaskRun<{ accountId: number; object: unknown }>,
  outbound: Outbound,
  { workspace, fault }: BootstrapResult,
): Promise<TaskOutcome> {
  const settings = (await findAccount(ctx.db, input.accountId))?.settings ?? {}
  const { deliveryWorkspaceBootstrapWebhookUrl: url } = settings
  if (url === undefined || url === null || url === '') return { skip: 'the account names no address' }
  if (typeof url !== 'string' || !parseOutboundUrl(url)) {
    throw new PermanentError('BAD_ADDRESS', 'deliveryWorkspaceBootstrapWebhookUrl is no address that can be called')
  }
  const withRequests = settings.deliveryWorkspaceBootstrapWebhookIncludesRequests === true
  const body = JSON.stringify(
    workspace
      ? { objects: await listObjects(ctx, workspace, withRequests) }
      : toErrors({ error: fault, ...echo(input.object, settings.deliveryWorkspacePropertyNames) }),
  )
  const secrets = await findNoticeSecrets(ctx, input.accountId)
  const signed = secrets ? toSignedHeaders(secrets, `msg_${workflowId}`, ctx.platform.clock.now(), body) : {}
  const { status } = await outbound.call({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...signed },
    body,
    timeoutMs,
    mostAnswerBytes,
  })
  if (status < 200 || status > 299) throw new Error(`the address answered ${status}`)
  return { record: async () => ({ status }) }
}

/** "Named `error` in the sample though described as `errors`": both. */
function toErrors(error: object) {
  return { error: [error], errors: [error] }
}

async function listObjects(ctx: Context, workspace: Workspace, withRequests: boolean): Promise<object[]> {
  const rows = await findCollections(ctx.db, workspace.editorialObjectIds)
  const byId = new Map(rows.map(row => [row.id, toEditorialObject(row, ctx.platform.publicUrl)]))
  const stubs = workspace.deliveryRequestIds.map(id => ({ id, objectType: 'DeliveryRequest' }))
  return [...workspace.editorialObjectIds.flatMap(id => byId.get(id) ?? []), ...(withRequests ? stubs : [])]
}

/** What identifies the product to its sender, under the account's names. */
function echo(object: unknown, names: unknown): Record<string, unknown> {
  const own = (name: string) => (isObject(names) && Object.hasOwn(names, name) ? String(names[name]) : name)
  const path = own('product')
  const product = isObject(object) && Object.hasOwn(object, path) ? object[path] : undefined
  if (!isObject(product)) return {}
  return Object.fromEntries(
    echoed.flatMap(name => {
      const value = Object.hasOwn(product, own(name)) ? product[own(name)] : undefined
      const isShort = typeof value === 'number' || (typeof value === 'string' && value.length <= longestEchoed)
      return isShort ? [[own(name), value]] : []
    }),
  )
}
