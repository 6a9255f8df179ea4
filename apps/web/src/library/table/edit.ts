import { tell, tellError } from '../../design/toasts.tsx'
import { api } from '../../platform/api.ts'
import { changeClips, setMember, tellChanged } from '../clips/change-clips.ts'
import { texts } from '../messages.ts'
import type { Column } from './columns.ts'

/** Writes what was typed into a cell to these clips. */
export async function writeCell(
  prId: number,
  ids: readonly number[],
  { path = '' }: Column,
  typed: string,
  before: string,
  onUndone: () => void,
): Promise<void> {
  const value = typed.trim()
  if (path === '/name') {
    const [id] = ids
    if (id === undefined || value === '') return
    const rename = (name: string) =>
      api.media.patchMediaObject({
        prId,
        id,
        body: [{ op: 'add', path, value: name }],
        query: { waitForIndex: true },
      })
    await rename(value)
    const undo = { text: texts('undo'), onChoose: () => void rename(before).then(onUndone, tellError) }
    tell(texts('renamed', { count: 1 }), 'info', [undo])
    return
  }
  const written =
    path === '/tags' ? [...new Set(value.split(',').map(tag => tag.trim()))].filter(tag => tag !== '') : value
  const changed = await changeClips(prId, ids, setMember(path, written))
  tellChanged(texts('applied', { count: changed.done }), changed, onUndone)
}
