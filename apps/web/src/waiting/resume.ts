import { api } from '../platform/reading/api.ts'
import type { StoredWrite } from '../platform/writes/write-queue.ts'

/** What sends the writes of each kind: the page that writes them, loaded only where there are some. */
const senders: Readonly<Record<string, () => Promise<(kept: StoredWrite) => void>>> = {
  clips: async () => (await import('../library/library-page.tsx')).resumeClipChange,
  collections: async () => (await import('../library/library-page.tsx')).resumeCollectionChange,
  metadata: async () => (await import('../clip/metadata/metadata-write.ts')).resumeMetadata,
  comments: async () => {
    const { resumeComment } = await import('../review/clip-review.tsx')
    return kept => resumeComment(api, kept)
  },
}

/** Sends what an earlier page has left behind without a connection, in the order in which it was written. */
export async function resumeKeptWrites(all: readonly StoredWrite[]): Promise<void> {
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  const loaded = new Map(await Promise.all(kinds.map(async kind => [kind, await senders[kind]?.()] as const)))
  for (const kept of all) loaded.get(kept.kind)?.(kept)
}
