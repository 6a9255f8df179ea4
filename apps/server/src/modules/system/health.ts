import { access, constants } from 'node:fs/promises'
import type { Health } from '@rushes/contract'
import { findSilence } from '../../platform/background/node-store.ts'
import { maxSilenceMs } from '../../platform/background/presence.ts'
import { isOfRole, type ServiceRole } from '../../platform/background/roles.ts'
import { minFreeBytes, readFreeBytes } from '../../platform/blobs/free-space.ts'
import type { Context } from '../../platform/context.ts'
import { acceptsWrites } from '../../platform/database/index.ts'
import { type IndexReport, reportIndex } from '../search/index.ts'

type PartHealth = Health['parts'][string]
const healthPatienceMs = 1000

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

const probeEveryMs = 1000

/** Checks whether the database answers in time and accepts writes; asks it once a second at most. */
export function createDatabaseCheck(): (ctx: Context) => Promise<PartHealth> {
  let asked = -Infinity
  let latest: Promise<PartHealth>
  return ctx => {
    if (performance.now() - asked < probeEveryMs) return latest
    asked = performance.now()
    latest = withPatience(
      acceptsWrites(ctx.db).then(isWritable =>
        isWritable ? { status: 'up' } : { status: 'down', message: 'accepts no writes' },
      ),
    )
    return latest
  }
}

/** Whether media can be written, and whether there is space for them. */
export function checkStorage(ctx: Context): Promise<PartHealth> {
  return withPatience(describeStorage(ctx))
}

async function describeStorage({ platform }: Context): Promise<PartHealth> {
  await access(platform.stagingDir, constants.W_OK)
  // One small request where media is in an object store.
  await platform.blobs.findMarker()
  const freeBytes = await readFreeBytes(platform)
  return freeBytes < minFreeBytes ? { status: 'down', message: `full: ${freeBytes} bytes free` } : { status: 'up' }
}

/**
 * Whether the search index is whole. It serves searches during a rebuild, unless its documents had to be thrown
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

/**
 * Whether nodes do what is for a role, this one or others. Where none was seen for a minute the part is up, with a message:
 * what this node does itself it still does.
 */
export async function checkRole({ db, platform }: Context, role: ServiceRole): Promise<PartHealth> {
  if (isOfRole(platform.config.role, role)) return { status: 'up' }
  return withPatience(
    findSilence(db, role).then(silence => {
      if (silence === undefined) return { status: 'up', message: `no node of role ${role} was seen for a day` }
      const seconds = Math.round(silence / 1000)
      return silence < maxSilenceMs
        ? { status: 'up', message: 'in other processes' }
        : { status: 'up', message: `no node of role ${role} was seen for ${seconds} s` }
    }),
  )
}
