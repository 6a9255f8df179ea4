import type { DocumentSources } from '../index.ts'

/** Rebuilds an index, and has it wait at the first annotations that it reads until `look` is done. */
export async function rebuildWhile(
  sources: DocumentSources,
  rebuild: (held: DocumentSources) => Promise<unknown>,
  look: () => Promise<unknown>,
): Promise<void> {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const { annotation: source } = sources
  const rebuilt = rebuild({
    ...sources,
    annotation: {
      ids: source!.ids,
      async read(db, ids) {
        begun.resolve()
        await gate.promise
        return source!.read(db, ids)
      },
    },
  })
  try {
    await Promise.race([begun.promise, rebuilt])
    await look()
  } finally {
    gate.resolve()
    await rebuilt
  }
}
