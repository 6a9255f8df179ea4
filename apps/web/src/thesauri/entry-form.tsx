import { useSignal } from '@preact/signals'
import type { Thesaurus, ThesaurusEntry } from '@rushes/contract'
import { FieldForm } from '../custom-fields/field-form.tsx'
import type { FormValues } from '../custom-fields/values.ts'
import { TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { Dialog } from '../design/floating/dialog.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { assign, bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { toPointer } from '../platform/reading/faults.ts'
import { useResource } from '../platform/reading/resource.ts'
import { saveOver } from '../platform/reading/stale-version.ts'
import { useSaving } from '../platform/writes/saving.ts'
import type { FoundEntry } from './entries.ts'
import { EntrySuggest } from './entry-suggest.tsx'
import { texts } from './messages.ts'

interface EntryFormProps {
  thesaurus: Thesaurus
  /** The word to change; nothing for a new one, which begins `under` another. */
  entry?: FoundEntry
  under?: number | undefined
  onSaved: () => void
  onClose: () => void
}

/** A word with the one it stands under. */
interface Loading {
  readonly stored: ThesaurusEntry | undefined
  readonly under: { readonly id: number; readonly label: string } | undefined
}

/** A word of a thesaurus: what people read, what is stored, what it stands under, what else it has. */
export function EntryForm({ thesaurus, entry, under, ...rest }: EntryFormProps) {
  const loaded = useResource(signal => load(thesaurus, entry, under, signal), [entry?.id, under])
  return (
    <Dialog title={entry ? texts('editWord', { name: entry.label }) : texts('addWord')} onClose={rest.onClose}>
      <Loaded resource={loaded}>{data => <EntryFields thesaurus={thesaurus} loaded={data} {...rest} />}</Loaded>
    </Dialog>
  )
}

async function load(
  { accountId, id, linkedThesaurus }: Thesaurus,
  entry: FoundEntry | undefined,
  under: number | undefined,
  signal: AbortSignal,
): Promise<Loading> {
  const stored = entry && (await api.thesauri.getEntry({ accountId, id, entryId: String(entry.id), signal }))
  const entryId = stored?.linkedThesaurusEntryId ?? (under === undefined ? undefined : String(under))
  if (entryId === undefined || !linkedThesaurus) return { stored, under: undefined }
  const above = await api.thesauri.getEntry({ accountId, id: linkedThesaurus.id, entryId, signal })
  return { stored, under: above }
}

interface EntryFieldsProps {
  thesaurus: Thesaurus
  loaded: Loading
  onSaved: () => void
}

function EntryFields({ thesaurus, loaded: { stored, under }, onSaved }: EntryFieldsProps) {
  const { accountId, id, linkedThesaurus, formFieldsDefinition } = thesaurus
  const label = useSignal(stored?.label ?? '')
  const value = useSignal(stored?.value ?? '')
  const above = useSignal<Loading['under']>(under)
  const form = useSignal<FormValues>(stored?.formFieldValues ?? {})
  const version = useSignal(stored?.version ?? 0)
  const saving = useSaving()
  const at = (name: string) => saving.at(`/${name}`, `/0/${name}`)
  const save = () =>
    saving.run(async () => {
      const filled = Object.entries(form.value).filter(([, held]) => held !== null && held !== undefined)
      const body = {
        label: label.value,
        ...(value.value === '' ? {} : { value: value.value }),
        ...(above.value === undefined ? {} : { linkedThesaurusEntryId: String(above.value.id) }),
        ...(formFieldsDefinition || filled.length > 0 ? { formFieldValues: Object.fromEntries(filled) } : {}),
      }
      const query = { waitForIndex: true }
      if (stored) {
        const entryId = String(stored.id)
        await saveOver(version, held =>
          api.thesauri.updateEntry({ accountId, id, entryId, query, body: { ...body, version: held } }),
        )
      } else await api.thesauri.writeEntries({ accountId, id, query, body: [body] })
      tell(texts('saved'))
      onSaved()
    })
  return (
    <Form saving={saving} onSubmit={save}>
      <TextField label={texts('label')} error={at('label')} {...bind(label)} />
      <TextField label={texts('value')} hint={texts('valueHint')} error={at('value')} {...bind(value)} />
      {linkedThesaurus && (
        <EntrySuggest
          label={`${texts('under')}: ${linkedThesaurus.label}`}
          error={at('linkedThesaurusEntryId')}
          thesaurus={linkedThesaurus}
          mayManage
          value={above.value?.label ?? ''}
          onChoose={chosen => {
            above.value = chosen
          }}
          onClear={assign(above, undefined)}
        />
      )}
      <FieldForm
        fields={formFieldsDefinition?.fields}
        values={form.value}
        errors={name => at(toPointer('formFieldValues', name).slice(1))}
        onChange={(name, held) => {
          form.value = { ...form.value, [name]: held }
        }}
      />
      <FormEnd saving={saving} />
    </Form>
  )
}
