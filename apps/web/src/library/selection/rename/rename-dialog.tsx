import { useSignal } from '@preact/signals'
import { TextField } from '../../../design/fields/field.tsx'
import { Form, FormEnd } from '../../../design/fields/form.tsx'
import { Dialog } from '../../../design/floating/dialog.tsx'
import { Loaded } from '../../../design/lists/loaded.tsx'
import { bind } from '../../../platform/bind.ts'
import { nameClips } from '../../../platform/clip-names.ts'
import { useResource } from '../../../platform/reading/resource.ts'
import { useSaving } from '../../../platform/writes/saving.ts'
import { texts } from '../../messages.ts'
import type { ClipWriter } from '../../writes/clip-writer.ts'
import { texts as dialogTexts } from '../messages.ts'
import { toNames } from './rename.ts'

export interface WritingDialogProps {
  prId: number
  ids: readonly number[]
  writer: ClipWriter
  onClose: () => void
}

const maxShown = 3

/** Renames a clip, or several by a pattern, in the order in which they were selected. */
export function RenameDialog({ prId, ids, writer, onClose }: WritingDialogProps) {
  const names = useResource(signal => nameClips(prId, ids, signal), [prId, ids.join()])
  return (
    <Dialog title={dialogTexts('renameClips', { count: ids.length })} onClose={onClose}>
      <Loaded resource={names}>
        {known => <RenameForm {...{ ids, writer, onClose }} before={ids.map(id => known.get(id) ?? '')} />}
      </Loaded>
    </Dialog>
  )
}

interface RenameFormProps extends Omit<WritingDialogProps, 'prId'> {
  /** The names as they are, in the order of the ids. */
  before: readonly string[]
}

/** Shown once the names are known: a name that came later would end up in what is typed. */
function RenameForm({ ids, before, writer, onClose }: RenameFormProps) {
  const isOne = ids.length === 1
  const pattern = useSignal(isOne ? (before[0] ?? '') : '{name}_{n:3}')
  const saving = useSaving()
  const after = isOne ? [pattern.value.trim()] : toNames(pattern.value, before)
  const save = () => {
    const byId = Object.fromEntries(ids.map((id, index) => [id, after[index] ?? '']))
    const text = (count: number) => texts('renamed', { count })
    void writer.change(ids, { what: 'rename', names: byId }, { text, typed: pattern.value })
    onClose()
  }
  return (
    <Form saving={saving} onSubmit={save} isFleeting>
      {isOne ? (
        <TextField label={texts('name')} required {...bind(pattern)} />
      ) : (
        <>
          <TextField label={dialogTexts('pattern')} hint={dialogTexts('patternHint')} required {...bind(pattern)} />
          <ul class="rename-preview">
            {after.slice(0, maxShown).map((name, index) => (
              <li key={ids[index]}>
                {before[index]} → <strong>{name}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      <FormEnd saving={saving} action={texts('renameSearch')} isDisabled={after.some(name => name === '')} />
    </Form>
  )
}
