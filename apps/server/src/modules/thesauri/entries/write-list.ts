import { Readable } from 'node:stream'
import type { ThesaurusEntryRequest } from '@rushes/contract'
import { Spool } from '../../../platform/blobs/spool.ts'
import type { Context } from '../../../platform/context.ts'
import { RawReply } from '../../../platform/http/index.ts'
import type { ThesaurusUses } from '../reading/uses.ts'
import type { EntryRow } from '../tables.ts'
import { toEntry } from '../to-resources.ts'
import { writeEntries } from './write-entries.ts'

/** Writes a list as it was sent; the answer, as long as the list, is written as the entries are. */
export async function writeList(
  ctx: Context,
  accountId: number,
  thesaurusId: number,
  items: { batches(): AsyncIterable<readonly ThesaurusEntryRequest[]> },
  uses: ThesaurusUses,
): Promise<RawReply> {
  const answer = new Spool(ctx.platform.stagingDir)
  const take = async (rows: readonly EntryRow[]) => {
    const json = rows.map(row => JSON.stringify(toEntry(row))).join()
    await answer.append(Buffer.from(answer.size === 0 ? json : `,${json}`))
  }
  const list = { batches: () => items.batches(), toPath: (index: number) => `/${index}` }
  try {
    await writeEntries(ctx, accountId, thesaurusId, list, uses, take)
  } catch (error) {
    await answer.close()
    throw error
  }
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.size + 2 }
  return new RawReply(201, headers, toStream(answer))
}

function toStream(answer: Spool): Readable {
  async function* read() {
    yield '['
    yield* answer.read()
    yield ']'
  }
  return Readable.from(read(), { objectMode: false }).once('close', () => void answer.close())
}
