import type { Platform, Transaction } from '../context.ts'

/** What a process has read of the database and keeps, while no other process can change it. */
export interface Memory<Value> {
  /** The remembered value of the key; read, and remembered, when there is none. What is absent is not remembered. */
  recall(platform: Platform, key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>
  /** Forgets the keys, or everything, once this transaction is committed. */
  forget(ctx: Transaction, keys?: readonly string[]): void
}

/** Of one platform: the values, and how often something was forgotten. */
interface MemoryStore<Value> {
  readonly values: Map<string, Value>
  changes: number
}

const mostValues = 10_000

/**
 * A memory for rows that nearly every request reads. Only a process that is alone on its database uses it; elsewhere
 * each call reads. Code that writes such a row must forget its key in the same transaction.
 */
export function createMemory<Value>(): Memory<Value> {
  const getStore = ({ memories }: Platform): MemoryStore<Value> => {
    const known = (memories.get(memory) as MemoryStore<Value> | undefined) ?? { values: new Map(), changes: 0 }
    memories.set(memory, known)
    return known
  }
  const memory: Memory<Value> = {
    async recall(platform, key, read) {
      if (!platform.isAlone) return read()
      const store = getStore(platform)
      const known = store.values.get(key)
      if (known !== undefined) return known
      const { changes } = store
      const value = await read()
      // What was read before a change may be what it was before it.
      if (value !== undefined && store.changes === changes) {
        if (store.values.size >= mostValues) store.values.clear()
        store.values.set(key, value)
      }
      return value
    },
    forget(ctx, keys) {
      ctx.afterCommit(() => {
        const store = getStore(ctx.platform)
        store.changes++
        if (!keys) store.values.clear()
        for (const key of keys ?? []) store.values.delete(key)
      })
    },
  }
  return memory
}
