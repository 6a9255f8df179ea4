import { type Signal, useSignal } from '@preact/signals'
import type { Thesaurus } from '@rushes/contract'
import { FormDialog } from '../design/fields/form.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { api } from '../platform/reading/api.ts'
import { useSaving } from '../platform/writes/saving.ts'
import type { FoundEntry } from './entries.ts'
import { EntryForm } from './entry-form.tsx'
import { EntrySuggest } from './entry-suggest.tsx'
import { texts } from './messages.ts'

/** What is done with which word. */
export type OpenEntry =
  | { readonly is: 'new'; readonly under: number | undefined }
  | { readonly is: 'edit' | 'merge' | 'remove'; readonly entry: FoundEntry }

interface EntryDialogsProps {
  thesaurus: Thesaurus
  open: Signal<OpenEntry | undefined>
  /** Told once a search finds what was changed. */
  onChanged: () => void
}

/** The answer comes once a search finds what was changed. */
const atOnce = { waitForIndex: true }

/** The window for what is done with a word. */
export function EntryDialogs({ thesaurus, open, onChanged }: EntryDialogsProps) {
  const shown = open.value
  if (shown === undefined) return null
  const close = () => {
    open.value = undefined
  }
  const finish = () => {
    close()
    onChanged()
  }
  if (shown.is === 'new')
    return <EntryForm thesaurus={thesaurus} under={shown.under} onSaved={finish} onClose={close} />
  const { entry } = shown
  if (shown.is === 'edit') return <EntryForm thesaurus={thesaurus} entry={entry} onSaved={finish} onClose={close} />
  if (shown.is === 'merge') return <MergeForm thesaurus={thesaurus} entry={entry} onMerged={finish} onClose={close} />
  const remove = async () => {
    const { accountId, id } = thesaurus
    await api.thesauri.deleteEntry({ accountId, id, entryId: String(entry.id), query: atOnce })
    onChanged()
  }
  return (
    <ConfirmDialog
      title={texts('removeWordTitle')}
      question={texts('removeWordQuestion', { name: entry.label })}
      action={texts('removeAction')}
      onConfirm={() => {
        remove().catch(tellError)
      }}
      onClose={close}
    />
  )
}

interface MergeFormProps {
  thesaurus: Thesaurus
  entry: FoundEntry
  onMerged: () => void
  onClose: () => void
}

function MergeForm({ thesaurus, entry, onMerged, onClose }: MergeFormProps) {
  const into = useSignal<FoundEntry | undefined>(undefined)
  const saving = useSaving()
  const merge = () =>
    saving.run(async () => {
      const body = { into: String(into.value?.id ?? '') }
      const { accountId, id } = thesaurus
      await api.thesauri.mergeEntry({ accountId, id, entryId: String(entry.id), body, query: atOnce })
      tell(texts('merged'))
      onMerged()
    })
  return (
    <FormDialog
      title={texts('mergeTitle')}
      onClose={onClose}
      saving={saving}
      isFleeting
      onSubmit={merge}
      action={texts('mergeAction')}
      kind="danger"
      isDisabled={into.value === undefined}
    >
      <p class="field-hint">{texts('mergeHint', { name: entry.label })}</p>
      <EntrySuggest
        label={texts('into')}
        error={saving.at('/into')}
        thesaurus={thesaurus}
        mayManage
        value={into.value?.label ?? ''}
        onChoose={chosen => {
          into.value = chosen
        }}
      />
    </FormDialog>
  )
}
