import type { Context } from '../../../platform/context.ts'
import { type AnnotationHead, type AnnotationRow, findAnnotations } from '../../annotations/index.ts'
import { listEntries } from './entries.ts'

type Content = AnnotationRow['structured_description']

declare module '../../../platform/module.ts' {
  interface Services {
    readonly subtitleContents: ContentCache
  }
}

/** Of subtitles, some fifty megabytes. */
export const maxCachedEntries = 50_000

interface CachedContent {
  readonly version: number
  readonly content: Content
  readonly size: number
}

/**
 * Content of subtitles by annotation, each of one version, up to a sum of entries: the least recently used is dropped
 * first. The content of a version never changes; to read and parse two thousand entries takes longer than to change one
 * (docs/adr/0043). Cached content must not be changed.
 */
export class ContentCache {
  readonly #contents = new Map<number, CachedContent>()
  readonly #maxEntries: number
  #size = 0

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  /** The content of this version. */
  get(id: number, version: number): Content | undefined {
    const cached = this.#contents.get(id)
    if (cached?.version !== version) return undefined
    this.#contents.delete(id)
    this.#contents.set(id, cached)
    return cached.content
  }

  /** Caches the content of a committed version, unless a later one is cached. */
  set({ id, version, structured_description: content }: AnnotationRow): void {
    const before = this.#contents.get(id)
    if (before && before.version > version) return
    const size = listEntries(content).length + 1
    this.#contents.delete(id)
    this.#contents.set(id, { version, content, size })
    this.#size += size - (before?.size ?? 0)
    for (const [oldest, { size }] of this.#contents) {
      if (this.#size <= this.#maxEntries) break
      this.#contents.delete(oldest)
      this.#size -= size
    }
  }
}

/** The annotation with its content, which is read unless this version is cached; undefined when it is deleted. */
export async function readContent(ctx: Context, head: AnnotationHead): Promise<AnnotationRow | undefined> {
  const { subtitleContents } = ctx.platform.services
  const content = subtitleContents.get(head.id, head.version)
  if (content) return { ...head, structured_description: content }
  const [row] = await findAnnotations(ctx, { productionId: head.production_id, ids: [head.id] })
  // What a transaction reads may be its own.
  if (row && !ctx.db.isTransaction) subtitleContents.set(row)
  return row
}
