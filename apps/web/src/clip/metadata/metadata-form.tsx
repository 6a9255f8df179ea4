import { useSignal } from '@preact/signals'
import type { CustomFieldsDescription } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { Form, FormError } from '../../design/fields/form.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { isCutOff, isRefusal } from '../../platform/reading/api.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { cancelWrite, undoing, type Write, waitingWrites, write as writeLater } from '../../platform/writes/write.ts'
import { type Conflicts, type Draft, listSteps, mergeDrafts } from '../clip-record.ts'
import { focusKeptField } from '../turning/kept-field.ts'
import { DraftFields } from './draft-fields.tsx'
import { texts } from './messages.ts'
import {
  describeTyped,
  loadStored,
  type MetadataPlace,
  type Stored,
  sendAgain,
  sendSteps,
  sendTyped,
  type Typed,
  toStoredWrite,
  toWriteLine,
} from './metadata-write.ts'

interface MetadataFormProps {
  place: MetadataPlace
  /** Who writes: `StoredWrite.owner`. */
  owner: string
  label: string
  bearer: { objectType: string; funnel?: string }
  description: CustomFieldsDescription | undefined
  stored: Stored
  mayEdit: boolean
  onSaved: () => void
}

const noConflicts: Conflicts = new Map()

/** Keys come faster than answers. */
const gatherMs = 900

/**
 * The metadata of a clip or of a part of it, wherever it is described: its texts, and its custom fields as the production
 * describes them. Saved whenever one pauses or leaves a field, taken back by Ctrl+Z and by Escape; without a connection
 * what was typed is kept until there is one.
 */
export function MetadataForm(props: MetadataFormProps) {
  const { place, owner, label, bearer, description, stored, mayEdit, onSaved } = props
  const base = useSignal(stored)
  const draft = useSignal(stored.draft)
  const conflicts = useSignal(noConflicts)
  const saving = useSaving()
  const wasSaved = useSignal(false)
  /** As it was when a field was entered. */
  const entered = useRef(stored.draft)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const steps = listSteps(base.value.draft, draft.value)
  /** Puts what is stored in the place of what was; what was typed over that stays. */
  const take = (saved: Stored, over: Draft) => {
    draft.value = mergeDrafts(over, draft.value, saved.draft).draft
    entered.current = mergeDrafts(over, entered.current, saved.draft).draft
    base.value = saved
    conflicts.value = noConflicts
  }
  // What others have saved is shown. Where one is changing the same, the saving finds out, and asks.
  useEffect(() => {
    const { draft: before, askedAt } = base.peek()
    if (saving.isBusy || stored.askedAt <= askedAt) return
    if (mergeDrafts(before, draft.peek(), stored.draft).conflicts.size === 0) take(stored, before)
  }, [stored])
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
      take(saved, written)
      wasSaved.value = true
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
    let wasSent = false
    const show = (from: Draft, to: Draft) => {
      if (held.current?.isReplaced !== true) draft.value = mergeDrafts(from, draft.value, to).draft
    }
    /** Takes it back, or does it again. */
    const again = async (what: Typed) => {
      take(await sendAgain(what), what.after)
      onSaved()
    }
    const own: { -readonly [Name in keyof Write]: Write[Name] } = {
      object: toWriteLine(place),
      apply: () => show(before, after),
      revert: () => show(after, before),
      send: async () => {
        if (wasSent) return again(typed)
        // Nobody sees any more what the form says.
        if (isGone.current) {
          if (await sendTyped(typed, owner)) onSaved()
          return
        }
        try {
          saved = await sendSteps(place, listSteps(before, after), version)
          wasSent = true
        } catch (reason) {
          if (isCutOff(reason)) throw reason
          // Reported by the form; nothing was written that could be taken back.
          refusal = { reason }
          own.sendBack = undefined
        }
      },
      sendBack: () => again({ place, before: after, after: before }),
      storedBack: () => toStoredWrite(owner, { place, before: after, after: before }),
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
    clearTimeout(timer.current)
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
      clearTimeout(timer.current)
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
  const change = (next: Draft) => {
    draft.value = next
    clearTimeout(timer.current)
    timer.current = setTimeout(saveNow, gatherMs)
  }
  const faultAt = (...names: string[]) => {
    const path = toPointer(...names)
    if (!conflicts.value.has(path)) return saving.at(path)
    return texts('meanwhile', { value: writeValue(conflicts.value.get(path)) })
  }
  const isCut = waitingWrites.value !== undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields have the focus
    <div
      class="metadata"
      ref={form}
      onChange={saveSoon}
      onFocusIn={() => {
        entered.current = draft.value
      }}
      onFocusOut={saveSoon}
      onKeyDown={event => {
        // Takes back what was typed into the field, saved or not.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        if (listSteps(entered.current, draft.value).length === 0) return
        event.preventDefault()
        draft.value = entered.current
        saveSoon()
      }}
    >
      {/* A refusal is shown at its field: the focus, which is elsewhere by then, stays there. */}
      <Form label={label} saving={{ ...saving, error: undefined }} isFleeting onSubmit={() => void saving.run(write)}>
        <DraftFields
          prId={place.prId}
          draft={draft.value}
          description={description}
          bearer={bearer}
          disabled={!mayEdit}
          faultAt={faultAt}
          onDraft={change}
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
                <Button onClick={() => take(base.value, draft.value)}>{texts('takeTheirs')}</Button>
                <Button kind="primary" type="submit">
                  {texts('keepMine')}
                </Button>
              </>
            ) : (
              wasSaved.value &&
              undoing.canUndo() && (
                <Button kind="quiet" small icon="undo" keys="Ctrl+Z" onClick={undoing.undo}>
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
