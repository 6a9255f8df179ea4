import { createServiceContext, inTransaction, type Platform, type Transaction } from '../platform/context.ts'
import { toJsonText } from '../platform/json-text.ts'
import { lockChangedHead, writeContent } from './content-store.ts'
import { recallContent } from './remembered-content.ts'

/** After the edits of a person, who goes on to the next one meanwhile. */
const restMs = 1_000

/** Annotations whose content is to be written whole. */
const waiting = new WeakMap<Platform, (id: number) => void>()

/**
 * Writes content whole where the changes beside it have become many: that takes the database several times as long as
 * an edit, and nobody waits for it. What is lost with the process comes again with the next edit. The result stops it.
 */
export function startContentCare(platform: Platform): () => Promise<void> {
  const ids = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  async function run(): Promise<void> {
    for (const id of ids) {
      ids.delete(id)
      await writeWhole(platform, id).catch(error =>
        platform.log.error({ err: error, id }, 'content was not put in order'),
      )
    }
  }

  waiting.set(platform, id => {
    ids.add(id)
    timer ??= setTimeout(() => {
      timer = undefined
      running = running.then(run)
    }, restMs)
  })
  return async () => {
    waiting.delete(platform)
    clearTimeout(timer)
    await running
  }
}

/** To be called when many changes stand beside the content of an annotation. */
export function noteManyChanges(ctx: Transaction, id: number): void {
  ctx.afterCommit(() => waiting.get(ctx.platform)?.(id))
}

/** The content is the same afterwards, and so is its version. */
async function writeWhole(platform: Platform, id: number): Promise<void> {
  await inTransaction(createServiceContext(platform, 'content'), async ctx => {
    const head = await lockChangedHead(ctx.db, id)
    const row = head && (await recallContent(ctx, head))
    if (row) await writeContent(ctx.db, id, toJsonText(row.structured_description))
  })
}
