import { access, constants } from 'node:fs/promises'
import type { Health } from '@rushes/contract'
import type { Role } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { type IndexReport, reportIndex } from '../search/index.ts'
import { pingDatabase } from './store.ts'

type PartHealth = Health['parts'][string]
const healthPatienceMs = 1000

async function checkPart(check: Promise<unknown>): Promise<PartHealth> {
  return withPatience(check.then((): PartHealth => ({ status: 'up' })))
}

async function withPatience(check: Promise<PartHealth>): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('does not answer')), healthPatienceMs)
  })
  try {
    return await Promise.race([check, patience])
  } catch {
    return { status: 'down', message: 'does not answer' }
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the database answers in time. */
export function checkDatabase(ctx: Context): Promise<PartHealth> {
  return checkPart(pingDatabase(ctx.db))
}

/** Whether media can be written. */
export function checkStorage(ctx: Context): Promise<PartHealth> {
  return checkPart(access(ctx.platform.blobs.stagingDir, constants.W_OK))
}

/**
 * Whether the search index is whole. One that is made anew serves meanwhile, but where its documents had to be thrown
 * away.
 */
export function checkSearch(ctx: Context): Promise<PartHealth> {
  return withPatience(reportIndex(ctx.platform).then(describeIndex))
}

function describeIndex({ state, documents, written, reason, isAnew, memory }: IndexReport): PartHealth {
  const progress = `${written} of ${documents} documents (${reason})`
  if (state === 'failed') return { status: 'down', message: `failed, see the log: ${progress}` }
  if (state === 'rebuilding') return { status: isAnew ? 'down' : 'up', message: `rebuilding: ${progress}` }
  const held = memory.state === 'ready' ? `, ${memory.documents} documents in memory` : ''
  return { status: 'up', message: `ready${held}` }
}

/** Whether this process does background work; one of role `api` leaves it to others. */
export function describeWorkers(role: Role, isStopping: boolean): PartHealth {
  if (isStopping) return { status: 'down', message: 'stopping' }
  return role === 'api' ? { status: 'up', message: 'none in this process' } : { status: 'up' }
}
