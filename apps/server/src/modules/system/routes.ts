import { contract, type Health, ServiceError, toWholePage } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { type Api, type Exchange, implement, RawReply } from '../../platform/http/index.ts'
import { findSession } from '../authentication/index.ts'
import { checkRole, checkSearch, checkStorage, createDatabaseCheck } from './health.ts'
import { createMetrics } from './metrics.ts'
import { createOpenApi } from './open-api.ts'
import { createReference } from './reference.ts'
import { listStorage } from './storage.ts'
import { searchTimings } from './timings/timing-documents.ts'

const { system } = contract

/** Which endpoint about the node is answered by which use case. */
export function addProbes(api: Api): void {
  const metrics = createMetrics(api)
  implement(api, system.getLiveness, async () => answerHealth({ process: { status: 'up' } }))
  const checkDatabase = createDatabaseCheck()
  implement(api, system.getReadiness, async (ctx, { query }) => {
    const node: Health['parts'][string] = api.draining.aborted
      ? { status: 'down', message: 'stopping' }
      : { status: 'up' }
    if (query.own) return answerHealth({ node })
    const [database, storage, search, workers, background] = await Promise.all([
      checkDatabase(ctx),
      checkStorage(ctx),
      checkSearch(ctx),
      checkRole(ctx, 'worker'),
      checkRole(ctx, 'background'),
    ])
    return answerHealth({ node, database, storage, search, workers, background })
  })
  implement(api, system.getMetrics, async (ctx, { exchange }) => {
    await assertMayReadMetrics(ctx, exchange)
    return new RawReply(200, { 'content-type': metrics.contentType }, await metrics.metrics())
  })
}

/** Which endpoint about the service itself is answered by which use case. */
export function addSystemRoutes(api: Api): void {
  const { timings } = api.platform.services
  implement(api, system.listStorage, async ctx => toWholePage(await listStorage(ctx)))
  implement(api, system.searchTimings, (ctx, { query }) => searchTimings(ctx, timings, query))
  // Anyone may ask for it, so it is made once.
  let document: string | undefined
  implement(api, system.getOpenApi, async ({ platform }) => {
    document ??= JSON.stringify(createOpenApi(contract, platform.publicUrl))
    return new RawReply(200, { 'content-type': 'application/json' }, document)
  })
  const reference = createReference(contract)
  implement(
    api,
    system.getReference,
    async () =>
      new RawReply(
        200,
        {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        },
        reference,
      ),
  )
}

function answerHealth(parts: Health['parts']): RawReply {
  const status = Object.values(parts).every(part => part.status === 'up') ? 'up' : 'down'
  const body: Health = { status, parts }
  return new RawReply(status === 'up' ? 200 : 503, { 'content-type': 'application/json' }, JSON.stringify(body))
}

async function assertMayReadMetrics(ctx: Context, { credentials, remoteAddress, headers }: Exchange): Promise<void> {
  const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(remoteAddress)
  // Behind a proxy everyone comes from the loopback.
  if (isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
  const session = credentials && (await findSession(ctx.platform, credentials.token))
  if (!session?.user?.systemRights.has('DEVOPS')) {
    throw new ServiceError('ForbiddenError', 'This needs the right DEVOPS', { right: 'DEVOPS' })
  }
}
