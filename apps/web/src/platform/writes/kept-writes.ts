/** Writes that wait for the connection, in the database of the browser: a reload or a crash loses none of them. */

import { listLivingPages, page } from './living-pages.ts'
import type { StoredWrite } from './write-queue.ts'

const store = 'writes'

/** A write with the page that holds it. */
interface KeptWrite extends StoredWrite {
  readonly page?: string
}

/** Keys of what this page holds in memory as well. */
const held = new Set<string>()

/** Stores a write that waits, once. */
export function keepWrite(write: StoredWrite): void {
  if (held.has(write.key)) return
  held.add(write.key)
  // A browser that stores nothing still holds it for as long as the page is open.
  void change(writes => writes.put({ ...write, page })).catch(() => {})
}

/** Forgets a write that was sent, refused or dropped. */
export function forgetWrite(key: string): void {
  if (!held.delete(key)) return
  void change(writes => writes.delete(key)).catch(() => {})
}

/** Writes of this owner that a page has left behind which is gone, in their order; from now on this page holds them. */
export async function takeKeptWrites(owner: string): Promise<StoredWrite[]> {
  const living = await listLivingPages()
  const all = (await change(writes => writes.getAll())) as KeptWrite[]
  const left = all.filter(write => write.owner === owner && !held.has(write.key) && !living.has(write.page))
  for (const write of left) {
    held.add(write.key)
    await change(writes => writes.put({ ...write, page }))
  }
  return left
}

async function change<Result>(act: (writes: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const opening = indexedDB.open('rushes', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath: 'key' })
  const database = await toPromise(opening)
  try {
    return await toPromise(act(database.transaction(store, 'readwrite').objectStore(store)))
  } finally {
    database.close()
  }
}

function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
