import { useSignal } from '@preact/signals'
import type { CustomFieldsDescription } from '@rushes/contract'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { Form, FormError } from '../../design/fields/form.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { isCutOff, isRefusal } from '../../platform/reading/api.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { cancelWrite, undoing, type Write, waitingWrites, write as writeLater } from '../../platform/writes/write.ts'
import { type Draft, listSteps } from '../clip-record.ts'
import { focusKeptField } from '../turning/kept-field.ts'
import { Describing, type Stored } from './describing.ts'
import { DraftFields } from './draft-fields.tsx'
import { texts } from './messages.ts'
import {
  describeTyped,
  loadStored,
  type MetadataPlace,
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

/** Keys come faster than answers. */
const gatherMs = 900

/**
 * The metadata of a clip or of a part of it, wherever it is described: its texts, and its custom fields as the production
 * describes them. Saved whenever one pauses or leaves a field, taken back by Ctrl+Z and by Escape; without a connection
 * what was typed is kept until there is one.
 */
export function MetadataForm(props: MetadataFormProps) {
  const { place, owner, label, bearer, description, stored, mayEdit, onSaved } = props
  const describing = useMemo(() => new Describing(stored), [])
  const draft = describing.draft.value
  const conflicts = describing.conflicts.value
  const saving = useSaving()
  const wasSaved = useSignal(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const steps = describing.listSteps()
  useEffect(() => describing.read(stored), [stored])
  /** Writes what was typed; where others have saved meanwhile onto what they saved, unless both changed the same. */
  const write = async (): Promise<void> => {
    describing.takeMine()
    if (describing.listSteps().length === 0) return
    const { version, draft: before } = describing.stored.peek()
    const written = describing.draft.peek()
    try {
      const saved = await send(before, written, version)
      if (saved === 'replaced') return await write()
      if (saved === undefined) return
      describing.take(saved, written)
      wasSaved.value = true
      onSaved()
    } catch (error) {
      if (!isRefusal(error, 'PreconditionFailedError', 'ConflictError')) throw error
      const newest = await loadStored(place)
      if (newest.version === version) throw error
      if (describing.rebase(newest)) await write()
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
      if (held.current?.isReplaced !== true) describing.show(from, to)
    }
    /** Takes it back, or does it again. */
    const again = async (what: Typed) => {
      describing.take(await sendAgain(what), what.after)
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
        const { steps, over } = describing.toSent(before, after, version)
        if (steps.length === 0) {
          saved = describing.stored.peek()
          own.sendBack = undefined
          return
        }
        try {
          saved = await sendSteps(place, steps, over)
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
    if (current && waitingWrites.value !== undefined && listSteps(current.after, describing.draft.peek()).length > 0) {
      current.isReplaced = true
      current.isReplaced = cancelWrite(current.write)
      return
    }
    if (!latest.current.isWaiting) return
    // It may go before it is rendered again.
    latest.current.isWaiting = false
    const typed = describing.draft.peek()
    void saving.run(latest.current.write).then(isDone => {
      // What is refused is not sent again as it is, but may have been corrected since.
      const isOther = listSteps(typed, describing.draft.peek()).length > 0
      if (isDone && isGone.current) latest.current.write().catch(tellError)
      else if (isDone || isOther) saveSoon()
    })
  }
  const isGone = useRef(false)
  const latest = useRef({ write, isWaiting: false })
  latest.current = { write, isWaiting: mayEdit && steps.length > 0 && conflicts.size === 0 && !saving.isBusy }
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
    describing.type(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(saveNow, gatherMs)
  }
  const faultAt = (...names: string[]) => {
    const path = toPointer(...names)
    if (!conflicts.has(path)) return saving.at(path)
    return texts('meanwhile', { value: writeValue(conflicts.get(path)) })
  }
  const isCut = waitingWrites.value !== undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields have the focus
    <div
      class="metadata"
      ref={form}
      onChange={saveSoon}
      onFocusIn={() => describing.enter()}
      onFocusOut={saveSoon}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented || !describing.putBack()) return
        event.preventDefault()
        saveSoon()
      }}
    >
      {/* A refusal is shown at its field: the focus, which is elsewhere by then, stays there. */}
      <Form label={label} saving={{ ...saving, error: undefined }} isFleeting onSubmit={() => void saving.run(write)}>
        <DraftFields
          prId={place.prId}
          draft={draft}
          description={description}
          bearer={bearer}
          disabled={!mayEdit}
          faultAt={faultAt}
          onDraft={change}
        />
        {conflicts.size > 0 && (
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
            {conflicts.size > 0 ? (
              <>
                <Button onClick={() => describing.takeTheirs()}>{texts('takeTheirs')}</Button>
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
