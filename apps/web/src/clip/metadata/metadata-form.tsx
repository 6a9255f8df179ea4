import { useSignal } from '@preact/signals'
import type { CustomFieldsDescription } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { Form, FormError } from '../../design/fields/form.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { isCutOff, isRefusal } from '../../platform/reading/api.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { cancelWrite, type Write, waitingWrites, write as writeLater } from '../../platform/writes/write.ts'
import { type Conflicts, type Draft, listSteps, mergeDrafts } from '../clip-record.ts'
import { focusKeptField } from '../turning/kept-field.ts'
import { DraftFields } from './draft-fields.tsx'
import { texts } from './messages.ts'
import {
  describeTyped,
  loadStored,
  type MetadataPlace,
  type Stored,
  sendSteps,
  sendTyped,
  toStoredWrite,
  toWriteLine,
} from './metadata-write.ts'

interface MetadataFormProps {
  place: MetadataPlace
  /** Who writes: `StoredWrite.owner`. */
  owner: string
  label: string
  bearer: { objectType: string; funnel?: string }
  description: CustomFieldsDescription
  stored: Stored
  mayEdit: boolean
  onSaved: () => void
}

const noConflicts: Conflicts = new Map()
/** Changes that can be undone. */
const maxUndone = 100

/**
 * The metadata of a clip or of a part of it: its texts, and its custom fields as the production describes them. Saved
 * whenever one leaves a field; without a connection what was typed is kept until there is one.
 */
export function MetadataForm(props: MetadataFormProps) {
  const { place, owner, label, bearer, description, stored, mayEdit, onSaved } = props
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
    const { version, draft: before } = base.value
    const written = draft.value
    try {
      const saved = await send(before, written, version)
      if (saved === 'replaced') return await write()
      if (saved === undefined) return
      // What was typed while it was sent stays.
      const typed = mergeDrafts(written, draft.value, saved.draft).draft
      take(saved)
      draft.value = typed
      earlier.value = [...earlier.value, before].slice(-maxUndone)
      onSaved()
    } catch (error) {
      if (!isRefusal(error, 'PreconditionFailedError', 'ConflictError')) throw error
      const newest = await loadStored(place)
      if (newest.version === version) throw error
      const merged = mergeDrafts(base.value.draft, draft.value, newest.draft)
      base.value = newest
      draft.value = merged.draft
      conflicts.value = merged.conflicts
      if (merged.conflicts.size === 0) await write()
    }
  }
  /**
   * Sends it once there is a connection. Gives what is stored then; nothing where it was discarded or its form is gone,
   * `replaced` where more was typed while it waited.
   */
  const send = async (before: Draft, after: Draft, version: number) => {
    const typed = { place, before, after }
    let saved: Stored | undefined
    let refusal: { readonly reason: unknown } | undefined
    const own: Write = {
      object: toWriteLine(place),
      apply: () => {},
      revert: () => {
        if (held.current?.isReplaced !== true) draft.value = mergeDrafts(after, draft.value, before).draft
      },
      send: async () => {
        // Nobody sees any more what the form says.
        if (isGone.current) {
          if (await sendTyped(typed, owner)) onSaved()
          return
        }
        try {
          saved = await sendSteps(place, listSteps(before, after), version)
        } catch (reason) {
          if (isCutOff(reason)) throw reason
          // Reported by the form.
          refusal = { reason }
        }
      },
      typed: describeTyped(typed),
      stored: toStoredWrite(owner, typed),
    }
    const holding = { write: own, after, isReplaced: false }
    held.current = holding
    await writeLater(own)
    if (held.current === holding) held.current = undefined
    if (refusal) throw refusal.reason
    return holding.isReplaced ? 'replaced' : saved
  }
  const held = useRef<{ readonly write: Write; readonly after: Draft; isReplaced: boolean } | undefined>(undefined)
  const saveNow = () => {
    // What waits for the connection is sent with what was typed since.
    const { current } = held
    if (current && waitingWrites.value !== undefined && listSteps(current.after, draft.value).length > 0) {
      current.isReplaced = true
      current.isReplaced = cancelWrite(current.write)
      return
    }
    if (!latest.current.isWaiting) return
    // It may go before it is rendered again.
    latest.current.isWaiting = false
    void saving.run(latest.current.write).then(isDone => {
      if (isDone && isGone.current) latest.current.write().catch(tellError)
      else if (isDone) saveSoon()
    })
  }
  const isGone = useRef(false)
  const latest = useRef({ write, isWaiting: false })
  latest.current = { write, isWaiting: mayEdit && steps.length > 0 && conflicts.value.size === 0 && !saving.isBusy }
  // What was typed last is saved when the form goes.
  useEffect(
    () => () => {
      const { isWaiting, write } = latest.current
      isGone.current = true
      // The field that loses the focus by this writes nothing a second time.
      latest.current.isWaiting = false
      if (isWaiting) write().catch(tellError)
    },
    [],
  )
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.current) focusKeptField(form.current)
  }, [])
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
  const isCut = waitingWrites.value !== undefined
  return (
    <div class="metadata" ref={form} onChange={saveSoon} onFocusOut={saveSoon}>
      {/* A refusal is shown at its field: the focus, which is elsewhere by then, stays there. */}
      <Form label={label} saving={{ ...saving, error: undefined }} isFleeting onSubmit={() => void saving.run(write)}>
        <DraftFields
          prId={place.prId}
          draft={draft.value}
          description={description}
          bearer={bearer}
          disabled={!mayEdit}
          faultAt={faultAt}
          onDraft={next => {
            draft.value = next
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
              {texts(saving.isBusy ? (isCut ? 'waiting' : 'saving') : steps.length > 0 ? 'unsaved' : 'allSaved')}
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
