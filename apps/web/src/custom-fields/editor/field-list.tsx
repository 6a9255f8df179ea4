import { useSignal } from '@preact/signals'
import type { CustomFieldDescription, CustomFieldsDescription } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { CheckField } from '../../design/fields/field.tsx'
import { FormError } from '../../design/fields/form.tsx'
import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { texts as designTexts } from '../../design/messages.ts'
import { assign } from '../../platform/bind.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { type FormField, findWhole, toLabel } from '../described.ts'
import { addField, changeDescription, describeField, type Kind, listInOrder, moveField } from '../descriptions.ts'
import type { ThesaurusName } from '../field-parts.tsx'
import { texts } from '../messages.ts'
import { FieldEditor } from './field-editor.tsx'
import { FormPreview } from './form-preview.tsx'

interface FieldListProps {
  prId: number
  kind: Kind
  description: CustomFieldsDescription
  thesauri: readonly ThesaurusName[] | undefined
  onDescription: (description: CustomFieldsDescription) => void
  onReload: () => void
}

/** What is edited: a field that is there, or a new one whose name begins so. */
type Editing = { readonly name: string } | { readonly begin: string }

/** The described fields in their order: added, changed, moved, deleted, each at once. */
export function FieldList({ prId, kind, description, thesauri, onDescription, onReload }: FieldListProps) {
  const { fields = {}, allowUndefinedFields = true, misfits } = description
  const editing = useSignal<Editing | undefined>(undefined)
  const removing = useSignal<string | undefined>(undefined)
  const saving = useSaving()
  const change = async (changed: Parameters<typeof changeDescription>[3]) => {
    const isSaved = await saving.run(async () =>
      onDescription(await changeDescription(prId, kind, description, changed)),
    )
    // Somebody else may have changed it: what is shown now is theirs.
    if (!isSaved) onReload()
  }
  const shown = listInOrder(fields)
  return (
    <div class="fields-page">
      <section class="fields-list" aria-label={texts('title')}>
        <FormError saving={saving} />
        <Misfits misfits={misfits} />
        {shown.length === 0 && <p class="notice">{texts('none')}</p>}
        <ul>
          {shown.map(field => (
            <FieldLine
              key={field.name}
              field={field}
              fields={fields}
              onEdit={() => {
                editing.value = { name: field.name }
              }}
              onAddPart={() => {
                editing.value = { begin: `${field.name}.` }
              }}
              onMove={by => void change({ fields: moveField(fields, field.name, by) })}
              onRemove={assign(removing, field.name)}
            />
          ))}
        </ul>
        <div>
          <Button
            icon="plus"
            kind="primary"
            onClick={() => {
              editing.value = { begin: '' }
            }}
          >
            {texts('add')}
          </Button>
        </div>
        <CheckField
          label={texts('allowUndefined')}
          checked={allowUndefinedFields}
          disabled={saving.isBusy}
          onValue={allowed => void change({ allowUndefinedFields: allowed })}
        />
      </section>
      <FormPreview prId={prId} kind={kind} fields={fields} />
      {editing.value !== undefined && (
        <FieldEditor
          prId={prId}
          name={'name' in editing.value ? editing.value.name : undefined}
          begin={'begin' in editing.value ? editing.value.begin : ''}
          described={'name' in editing.value ? (fields[editing.value.name] ?? {}) : {}}
          taken={Object.keys(fields)}
          thesauri={thesauri}
          onSave={async (name: string, described: CustomFieldDescription) => {
            const isNew = fields[name] === undefined
            onDescription(
              await (isNew
                ? addField(prId, kind, fields, name, described)
                : describeField(prId, kind, name, described)),
            )
            tell(texts('saved'))
          }}
          onClose={assign(editing, undefined)}
        />
      )}
      {removing.value !== undefined && (
        <ConfirmDialog
          title={texts('removeTitle')}
          question={texts('removeQuestion', { name: removing.value })}
          action={texts('removeAction')}
          onConfirm={() => void change({ fields: withoutField(fields, removing.value ?? '') })}
          onClose={assign(removing, undefined)}
        />
      )}
    </div>
  )
}

/** Without a field, and without the parts that belong to it. */
function withoutField(fields: Record<string, CustomFieldDescription>, name: string) {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name && findWhole(key, fields) !== name))
}

function Misfits({ misfits }: { misfits: CustomFieldsDescription['misfits'] | undefined }) {
  if (misfits === undefined || misfits.count === 0) return null
  return (
    <div class="notice" role="status">
      <p>{texts(misfits.complete ? 'misfits' : 'misfitsMore', { count: misfits.count })}</p>
      <ul>
        {misfits.items.slice(0, 10).map(({ id, field, message }) => (
          <li key={`${id} ${field}`}>
            #{id} {field}: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FieldLineProps {
  field: FormField
  fields: Record<string, CustomFieldDescription>
  onEdit: () => void
  onAddPart: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function FieldLine({ field, fields, onEdit, onAddPart, onMove, onRemove }: FieldLineProps) {
  const { name, described } = field
  const { type = 'STRING', multiValued = false, thesaurus = '', hidden = false, readOnly = false } = described
  const label = toLabel(field)
  const whole = findWhole(name, fields)
  const level = listInOrder(fields).filter(other => findWhole(other.name, fields) === whole)
  const facts = [
    texts(type),
    multiValued ? texts('multiValued') : '',
    thesaurus === '' ? '' : `${texts('thesaurus')}: ${thesaurus}`,
    readOnly ? texts('isReadOnly') : '',
    hidden ? texts('hidden') : '',
  ].filter(fact => fact !== '')
  return (
    <li class="field-line" data-part={whole !== undefined}>
      <div>
        <strong>{label}</strong> {label !== name && <code>{name}</code>}
        <div class="field-hint">{facts.join(' · ')}</div>
      </div>
      <div class="field-line-buttons">
        <Button
          kind="icon"
          icon="arrow-up"
          aria-label={texts('moveUp', { name: label })}
          disabled={level[0]?.name === name}
          onClick={() => onMove(-1)}
        />
        <Button
          kind="icon"
          icon="arrow-down"
          aria-label={texts('moveDown', { name: label })}
          onClick={() => onMove(1)}
        />
        {type === 'COMPOUND' && (
          <Button kind="quiet" aria-label={texts('addPart', { name: label })} onClick={onAddPart}>
            +
          </Button>
        )}
        <Button aria-label={texts('edit', { name: label })} onClick={onEdit}>
          {designTexts('edit')}
        </Button>
        <Button kind="icon" icon="x" aria-label={texts('remove', { name: label })} onClick={onRemove} />
      </div>
    </li>
  )
}
