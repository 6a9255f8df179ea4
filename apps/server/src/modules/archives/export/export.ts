import { createHash } from 'node:crypto'
import { finished, Readable } from 'node:stream'
import { type ArchivedMedia, archiveMediaType, type InstanceType, missingRight } from '@rushes/contract'
import type { ArchiveSource } from '../../../platform/archive/index.ts'
import type { Context } from '../../../platform/context.ts'
import { RawReply, toContentDisposition, toWatched } from '../../../platform/http/index.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { getProduction } from '../../productions/index.ts'
import {
  type ArchiveHead,
  type ArchiveManifest,
  formatVersion,
  headName,
  manifestName,
  readServiceVersion,
} from '../files/manifest.ts'
import { openWorkFolder } from '../files/work-folder.ts'
import { measureTar, writeTar } from '../tar/write.ts'
import { type Gathered, gather } from './gather.ts'
import type { GatheredMember } from './set-aside.ts'

/** Which files of a clip go along: what came from outside, or all that was made of it, too. */
const held: Readonly<Record<ArchivedMedia, (type: InstanceType) => boolean>> = {
  original: type => type === 'RAW' || type === 'ATTACHMENT' || type === 'EDL',
  all: () => true,
  none: () => false,
}

/**
 * A production as one tar. Its length is known beforehand and its digests are at its end, so that an incomplete
 * download is noticed. `assertStillAllowed` is called now and then while it is sent.
 */
export async function exportProduction(
  ctx: Context,
  productionId: number,
  media: ArchivedMedia,
  assertStillAllowed: () => Promise<void>,
): Promise<RawReply> {
  const { actor, platform } = ctx
  if (media !== 'none' && actor.kind === 'user' && !actor.rights.has('LIBRARY_DOWNLOAD')) {
    throw missingRight('LIBRARY_DOWNLOAD')
  }
  const production = await getProduction(ctx, productionId)
  const source: ArchiveSource = {
    productionId,
    accountId: production.accountId!,
    holds: held[media],
    people: new Set(),
  }
  const folder = await openWorkFolder(platform)
  let gathered: Gathered | undefined
  const clear = () => Promise.all([gathered?.close(), folder.remove()])
  try {
    gathered = await gather(ctx, source, folder)
    // The audit shows who has taken a whole production.
    await recordAudit(ctx, { action: 'production.export', succeeded: true, productionId, detail: { media } })
    const made = platform.clock.now()
    const head = toHead(gathered, { id: productionId, name: production.name ?? '' }, made)
    const body = Readable.from(writeTar(toMembers(head, gathered), Math.floor(made / 1000)), { objectMode: false })
    finished(body, () => {
      clear().catch(error => platform.log.error({ err: error }, 'could not remove a work folder'))
    })
    return new RawReply(
      200,
      {
        'content-type': archiveMediaType,
        'content-length': measure(head, gathered),
        'content-disposition': toContentDisposition('attachment', `${head.production.name}.tar`),
        'cache-control': 'private, no-store',
      },
      toWatched(platform, body, assertStillAllowed),
    )
  } catch (error) {
    await clear()
    throw error
  }
}

function toHead({ counts, fileBytes }: Gathered, production: ArchiveHead['production'], made: number): ArchiveHead {
  return {
    format: 'rushes production',
    formatVersion,
    serviceVersion: readServiceVersion(),
    made: new Date(made).toISOString(),
    production,
    counts,
    fileBytes,
  }
}

/** The members as they are written; each is listed in the manifest once its bytes are written. */
async function* toMembers(head: ArchiveHead, gathered: Gathered): AsyncGenerator<GatheredMember> {
  const members: ArchiveManifest['members'] = []
  for (const member of [toTextMember(headName, head), ...gathered.members]) {
    const hash = member.sha256 === undefined ? createHash('sha256') : undefined
    yield hash ? { ...member, read: () => readHashed(member, hash) } : member
    members.push({ name: member.name, size: member.size, sha256: member.sha256 ?? hash!.digest('hex') })
  }
  yield toTextMember(manifestName, toManifest(head, gathered, members))
}

async function* readHashed(member: GatheredMember, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const bytes of member.read()) {
    hash.update(bytes)
    yield bytes
  }
}

function toManifest(head: ArchiveHead, { unwritten }: Gathered, members: ArchiveManifest['members']): ArchiveManifest {
  return { ...head, members, unwritten }
}

function toTextMember(name: string, value: object): GatheredMember & { sha256: string } {
  const bytes = Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    name,
    size: bytes.length,
    sha256,
    async *read() {
      yield bytes
    },
  }
}

/** All digests are equally long, so that the manifest's length is known before they are. */
function measure(head: ArchiveHead, gathered: Gathered): number {
  const first = toTextMember(headName, head)
  const blank = [first, ...gathered.members].map(({ name, size }) => ({ name, size, sha256: '0'.repeat(64) }))
  const last = toTextMember(manifestName, toManifest(head, gathered, blank))
  return measureTar([first, ...gathered.members, last].map(({ size }) => size))
}
