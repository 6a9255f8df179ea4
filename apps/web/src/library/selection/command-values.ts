/** The values that commands of the library may be given in the palette. */

import type { CommandValue } from '../../platform/keys/commands.ts'
import { countValues } from '../clips/clip-search.ts'
import { listPaths } from '../collections/paths.ts'
import { texts } from '../messages.ts'
import type { ClipActions } from './clip-actions.ts'

/** The collections that the selected clips can be added to, and a new one with the title that was typed. */
export function findCollections(actions: ClipActions, typed: string): CommandValue[] {
  const { selection, collections } = actions.options
  const known = listPaths(collections).map(({ id, path }) => ({
    text: path.join(' / '),
    run: () => actions.attach(selection.ids, id),
  }))
  if (typed === '' || known.some(({ text }) => text === typed)) return known
  const text = texts('newCollectionNamed', { title: typed })
  return [...known, { text, run: () => actions.attachToNew(selection.ids, typed) }]
}

/** The tags of the production, and a new one as it was typed. */
export async function findTags(actions: ClipActions, typed: string, signal: AbortSignal): Promise<CommandValue[]> {
  const { prId, selection } = actions.options
  const all = { prId, q: '', sort: 'newest', collection: undefined, filters: [] }
  const [counted] = await countValues(all, ['tags'], signal)
  const known = (counted?.values ?? []).flatMap(({ name }) => (name === null ? [] : [name]))
  // Commas divide tags, of which this is for one.
  const tags = typed === '' || typed.includes(',') || known.includes(typed) ? known : [...known, typed]
  return tags.map(text => ({ text, run: () => actions.tag(selection.ids, [text]) }))
}
