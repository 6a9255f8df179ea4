import { useSignal } from '@preact/signals'
import { TextField } from '../../design/field.tsx'
import { FormDialog } from '../../design/form.tsx'
import { tell, tellError } from '../../design/toasts.tsx'
import { api } from '../../platform/api.ts'
import { bind } from '../../platform/bind.ts'
import { nameClips } from '../../platform/clip-names.ts'
import { useResource } from '../../platform/resource.ts'
import { useSaving } from '../../platform/saving.ts'
import { applyToClips } from '../clips/apply-to-clips.ts'
import { tellRefusals } from '../clips/change-clips.ts'
import { texts } from '../messages.ts'
import type { SelectionDialogProps } from './dialog-props.ts'
import { toNames } from './rename.ts'

const mostShown = 3

/** Renames the selected clips by a pattern, in the order in which they were selected. */
export function RenameDialog({ prId, ids, onClose, onDone }: SelectionDialogProps) {
  const pattern = useSignal('{name}_{n:3}')
  const saving = useSaving()
  const names = useResource(signal => nameClips(prId, ids, signal), [prId, ids.join()])
  const before = ids.map(id => names.data?.get(id) ?? '')
  const after = toNames(pattern.value, before)
  const write = (next: readonly string[]) => {
    const byId = new Map(ids.map((id, index) => [id, next[index] ?? '']))
    const rename = (id: number, isLast: boolean) =>
      api.media.patchMediaObject({
        prId,
        id,
        body: [{ op: 'add', path: '/name', value: byId.get(id) }],
        query: isLast ? { waitForIndex: true } : {},
      })
    return applyToClips(ids, rename, { signal: new AbortController().signal, onProgress: () => {} })
  }
  const save = async () => {
    const isSaved = await saving.run(async () => {
      const { done, refusals } = await write(after)
      const undo = { text: texts('undo'), onChoose: () => void write(before).then(onDone, tellError) }
      if (done > 0) tell(texts('renamed', { count: done }), 'info', [undo])
      tellRefusals(refusals)
    })
    if (!isSaved) return
    onClose()
    onDone()
  }
  return (
    <FormDialog
      title={texts('renameClips', { count: ids.length })}
      saving={saving}
      onSubmit={() => void save()}
      action={texts('renameSearch')}
      isDisabled={!names.data || after.some(name => name === '')}
      isFleeting
      onClose={onClose}
    >
      <TextField label={texts('pattern')} hint={texts('patternHint')} required {...bind(pattern)} />
      <ul class="rename-preview">
        {after.slice(0, mostShown).map((name, index) => (
          <li key={ids[index]}>
            {before[index]} → <strong>{name}</strong>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
