import { useSignal } from '@preact/signals'
import type { CustomFieldsDescription, JsonPatch } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'
import { FieldForm } from '../custom-fields/field-form.tsx'
import { Button } from '../design/button.tsx'
import { TextAreaField, TextField } from '../design/field.tsx'
import { Form, FormError } from '../design/form.tsx'
import { tellError } from '../design/toasts.tsx'
import { isRefusal } from '../platform/api.ts'
import { toPointer } from '../platform/faults.ts'
import { useSaving } from '../platform/saving.ts'
import { type Conflicts, type Draft, listSteps, mergeDrafts } from './clip-record.ts'
import { texts } from './messages.ts'

/** What a form begins with: what is stored, and of which version. */
export interface Stored {
  readonly version: number
  readonly draft: Draft
}

interface MetadataFormProps {
  prId: number
  label: string
  bearer: { objectType: string; funnel?: string }
  description: CustomFieldsDescription
  stored: Stored
  mayEdit: boolean
  /** Reads what is stored now. */
  load: () => Promise<Stored>
  /** Writes steps onto this version; refused where there is a newer one. Gives what is stored then. */
  save: (steps: JsonPatch, version: number) => Promise<Stored>
}

const noConflicts: Conflicts = new Map()
/** Changes that can be undone. */
const maxUndone = 100

/**
 * The metadata of a clip or of a part of it: its texts, and its custom fields as the production describes them. Saved
 * whenever one leaves a field.
 */
export function MetadataForm(props: MetadataFormProps) {
  const { prId, label, bearer, description, stored, mayEdit, load, save } = props
  const base = useSignal(stored)
  const draft = useSignal(stored.draft)
  const conflicts = useSignal(noConflicts)
  const saving = useSaving()
  /** What was stored before each change that was made here, the latest last. */
  const earlier = useSignal<readonly Draft[]>([])
  const steps = listSteps(base.value.draft, draft.value)
  const take = (saved: Stored) => {
    base.value = saved
    draft.value = saved.draft
    conflicts.value = noConflicts
  }
  /** Writes what was typed; where others have saved meanwhile onto what they saved, unless both changed the same. */
  const write = async (): Promise<void> => {
    const next = listSteps(base.value.draft, draft.value)
    if (next.length === 0) return
    const before = base.value.draft
    const written = draft.value
    try {
      const saved = await save(next, base.value.version)
      // What was typed while it was sent stays.
      const typed = mergeDrafts(written, draft.value, saved.draft).draft
      take(saved)
      draft.value = typed
      earlier.value = [...earlier.value, before].slice(-maxUndone)
    } catch (error) {
      if (!isRefusal(error, 'PreconditionFailedError', 'ConflictError')) throw error
      const newest = await load()
      if (newest.version === base.value.version) throw error
      const merged = mergeDrafts(base.value.draft, draft.value, newest.draft)
      base.value = newest
      draft.value = merged.draft
      conflicts.value = merged.conflicts
      if (merged.conflicts.size === 0) await write()
    }
  }
  const saveNow = () => {
    if (!latest.current.isWaiting) return
    void saving.run(latest.current.write).then(isDone => {
      if (isDone) saveSoon()
    })
  }
  const latest = useRef({ write, isWaiting: false })
  latest.current = { write, isWaiting: mayEdit && steps.length > 0 && conflicts.value.size === 0 && !saving.isBusy }
  // What was typed last is saved when the form goes.
  useEffect(() => () => void (latest.current.isWaiting && latest.current.write().catch(tellError)), [])
  /** Once what a control has changed is known here. */
  const saveSoon = () => void setTimeout(saveNow)
  const undo = () => {
    const last = earlier.value.at(-1)
    if (!last) return
    const kept = earlier.value.slice(0, -1)
    draft.value = last
    void saving.run(write).then(isDone => {
      if (isDone) earlier.value = kept
    })
  }
  const faultAt = (...names: string[]) => {
    const path = toPointer(...names)
    if (!conflicts.value.has(path)) return saving.at(path)
    return texts('meanwhile', { value: writeValue(conflicts.value.get(path)) })
  }
  const setText = (name: string) => (value: string) => {
    draft.value = { ...draft.value, texts: { ...draft.value.texts, [name]: value } }
  }
  const { texts: written, fields } = draft.value
  const disabled = !mayEdit
  return (
    <div class="metadata" onChange={saveSoon} onFocusOut={saveSoon}>
      {/* A refusal is told at its field: the focus, which is elsewhere by then, stays there. */}
      <Form label={label} saving={{ ...saving, error: undefined }} isFleeting onSubmit={() => void saving.run(write)}>
        {written.name !== undefined && (
          <TextField
            label={texts('name')}
            value={written.name}
            error={faultAt('name')}
            disabled={disabled}
            onValue={setText('name')}
          />
        )}
        <TextAreaField
          label={texts('description')}
          value={written.description ?? ''}
          error={faultAt('description')}
          disabled={disabled}
          onValue={setText('description')}
        />
        <TextField
          label={texts('tags')}
          hint={texts('tagsHint')}
          value={written.tags ?? ''}
          error={faultAt('tags')}
          disabled={disabled}
          onValue={setText('tags')}
        />
        <TextField
          label={texts('language')}
          value={written.language ?? ''}
          error={faultAt('language')}
          disabled={disabled}
          onValue={setText('language')}
        />
        <FieldForm
          prId={prId}
          fields={description.fields}
          values={fields}
          errors={name => faultAt('customFields', name)}
          bearer={bearer}
          disabled={disabled}
          onChange={(name, value) => {
            draft.value = { ...draft.value, fields: { ...draft.value.fields, [name]: value } }
          }}
        />
        {conflicts.value.size > 0 && (
          <div class="notice" data-kind="error" role="alert">
            {texts('conflict')}
          </div>
        )}
        <FormError saving={saving} />
        {mayEdit && (
          <div class="metadata-foot">
            <span class="field-hint" role="status">
              {texts(saving.isBusy ? 'saving' : steps.length > 0 ? 'unsaved' : 'allSaved')}
            </span>
            {conflicts.value.size > 0 ? (
              <>
                <Button onClick={() => take(base.value)}>{texts('takeTheirs')}</Button>
                <Button kind="primary" type="submit">
                  {texts('keepMine')}
                </Button>
              </>
            ) : (
              earlier.value.length > 0 && (
                <Button kind="quiet" small icon="undo" disabled={saving.isBusy} onClick={undo}>
                  {texts('undo')}
                </Button>
              )
            )}
          </div>
        )}
      </Form>
    </div>
  )
}

function writeValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return texts('nothing')
  if (Array.isArray(value)) return value.map(writeValue).join(', ')
  const { value: word } = Object(value) as { value?: unknown }
  return word === undefined ? String(value) : writeValue(word)
}
