import type { Signal } from '@preact/signals'
import { readStaleVersion } from '@rushes/contract'
import { texts } from '../../design/messages.ts'

/**
 * Saves over the version that was read. Where somebody else was first, it is refused with a sentence that says so, and
 * the next try goes over their change: what was typed is not lost, and nothing is overwritten unasked.
 */
export async function saveOver<T>(version: Signal<number>, save: (version: number) => Promise<T>): Promise<T> {
  try {
    return await save(version.value)
  } catch (error) {
    const stored = readStaleVersion(error)
    if (stored === undefined) throw error
    version.value = stored
    throw new Error(texts('changedMeanwhile'))
  }
}
