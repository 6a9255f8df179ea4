/** What of uploads outlives the page. */

import { listLivingPages, page } from '../platform/writes/living-pages.ts'
import { kept, type Upload, uploads } from './uploads.ts'

/** For so long a file that has arrived is listed, unless it is cleared. */
const maxArrivedMs = 24 * 60 * 60 * 1000

/** Stores an upload for the time after a reload. */
export function keepUpload(upload: Upload): void {
  try {
    localStorage.setItem(kept + upload.key, JSON.stringify({ ...upload, page }))
  } catch {
    // The browser has no room left: this one goes on, and is forgotten with the page.
  }
}

export function forgetUpload(key: string): void {
  localStorage.removeItem(kept + key)
}

/** Takes over the uploads of windows that are gone. Their files have to be chosen again: browsers let go of them. */
export async function takeLeftUploads(): Promise<void> {
  const living = await listLivingPages()
  const left = Object.keys(localStorage)
    .filter(name => name.startsWith(kept))
    .sort()
    .map(name => JSON.parse(localStorage.getItem(name) ?? '{}') as Upload & { page?: string })
    .filter(upload => upload.page !== page && !living.has(upload.page))
  const taken = left.flatMap(({ page: _gone, ...upload }): Upload[] => {
    if (upload.state !== 'arrived') return [{ ...upload, state: 'file missing', error: undefined }]
    if (upload.arrivedAt > Date.now() - maxArrivedMs) return [upload]
    forgetUpload(upload.key)
    return []
  })
  for (const upload of taken) keepUpload(upload)
  uploads.value = [...taken, ...uploads.value]
}
