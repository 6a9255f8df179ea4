import { access, constants } from 'node:fs/promises'
import type { Health } from '@rushes/contract'
import type { Role } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { pingDatabase } from './store.ts'

type PartHealth = Health['parts'][string]
const healthPatienceMs = 1000

async function checkPart(check: Promise<unknown>): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('does not answer')), healthPatienceMs)
  })
  try {
    await Promise.race([check, patience])
    return { status: 'up' }
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

/** Whether this process does background work; one of role `api` leaves it to others. */
export function describeWorkers(role: Role, isStopping: boolean): PartHealth {
  if (isStopping) return { status: 'down', message: 'stopping' }
  return role === 'api' ? { status: 'up', message: 'none in this process' } : { status: 'up' }
}
