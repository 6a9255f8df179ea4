/**
 * Edits that were not stored when a page was closed, kept by the browser. Each tab writes its own; those of tabs that
 * were closed are taken over by the next tab that opens the same subtitles.
 */

import type { UnsavedChange } from './editing.ts'
import type { DraftKeeper } from './saver.ts'

const tabKey = 'rushes.tab'

/** A name that no other open tab has; held as a lock for as long as the tab is open, where the browser has locks. */
let tab: Promise<string> | undefined

function claimTab(): Promise<string> {
  tab ??= claim(sessionStorage.getItem(tabKey) ?? newName())
  return tab
}

function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), part => part.toString(36)).join('')
}

async function claim(name: string): Promise<string> {
  // A tab that was duplicated has the name of the first one.
  const claimed = (await isHeld(name)) ? newName() : name
  sessionStorage.setItem(tabKey, claimed)
  await new Promise<void>(resolve => {
    if (!navigator.locks) return resolve()
    navigator.locks
      .request(`${tabKey}.${claimed}`, () => {
        resolve()
        return new Promise(() => {})
      })
      .catch(() => resolve())
  })
  return claimed
}

/** Whether a tab of this name is open; without locks only the own one is known. */
async function isHeld(name: string): Promise<boolean> {
  if (!navigator.locks) return false
  const held = (await navigator.locks.query()).held ?? []
  return held.some(lock => lock.name === `${tabKey}.${name}`)
}

/** The edits that wait under a name, and a place for further ones. */
export async function openDrafts(name: string): Promise<{ found: UnsavedChange[]; keeper: DraftKeeper }> {
  const own = `${name}#${await claimTab()}`
  const found: UnsavedChange[] = []
  for (const key of Object.keys(localStorage).filter(known => known.startsWith(`${name}#`))) {
    if (key !== own && (!navigator.locks || (await isHeld(key.slice(name.length + 1))))) continue
    found.push(...readDraft(key))
    if (key !== own) localStorage.removeItem(key)
  }
  // They stay until they are stored, whatever becomes of this page.
  writeDraft(own, found)
  return { found, keeper: { keep: changes => writeDraft(own, changes) } }
}

function readDraft(key: string): UnsavedChange[] {
  try {
    const changes: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(changes) ? changes : []
  } catch {
    return []
  }
}

function writeDraft(key: string, changes: readonly UnsavedChange[]): void {
  if (changes.length === 0) {
    localStorage.removeItem(key)
    return
  }
  try {
    localStorage.setItem(key, JSON.stringify(changes))
  } catch {
    // The browser gives no more room: the edits still wait on the page.
  }
}
