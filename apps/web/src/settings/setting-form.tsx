import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../design/fields/button.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { api } from '../platform/reading/api.ts'
import { type Saving, useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

/** All settings of a production by their names, the defaults among them. */
export type Settings = Readonly<Record<string, unknown>>

/** What every tab of the settings is given. */
export interface SettingTabProps {
  prId: number
  settings: Settings
  /** Told what the settings are after a change. */
  onSettings: (settings: Settings) => void
}

interface SettingFormProps<T> extends SettingTabProps {
  /** The setting that the form is of. */
  name: string
  title: string
  hint?: string
  /** The setting as the form edits it. */
  read: (value: unknown) => T
  /** What the form holds, as the setting. */
  write?: (draft: T) => unknown
  children: (draft: T, change: (draft: T) => void, saving: Saving) => ComponentChildren
}

/** One setting as a form: saved as a whole, or taken back to its default. */
export function SettingForm<T>({ prId, settings, onSettings, ...props }: SettingFormProps<T>) {
  const { name, title, hint, read, write, children } = props
  const draft = useSignal(read(settings[name]))
  const known = useSignal(settings[name])
  const saving = useSaving()
  const save = async () => {
    const value = write ? write(draft.value) : draft.value
    const isSaved = await saving.run(async () => {
      await assertUnchanged(prId, name, known)
      known.value = await api.productions.updateSetting({ prId, key: name, body: value })
      onSettings({ ...settings, [name]: known.value })
    })
    if (isSaved) tell(texts('saved'))
  }
  const reset = async () => {
    const isReset = await saving.run(async () => {
      await api.productions.deleteSetting({ prId, key: name })
      const all = await api.productions.getSettings({ prId })
      onSettings(all)
      draft.value = read(all[name])
      known.value = all[name]
    })
    if (isReset) tell(texts('wasReset'))
  }
  return (
    <section class="setting">
      <h2>{title}</h2>
      {hint !== undefined && <p class="field-hint">{hint}</p>}
      <Form saving={saving} onSubmit={save} label={title}>
        {children(
          draft.value,
          changed => {
            draft.value = changed
          },
          saving,
        )}
        <FormEnd saving={saving}>
          <Button onClick={reset} disabled={saving.isBusy}>
            {texts('reset')}
          </Button>
        </FormEnd>
      </Form>
    </section>
  )
}

/**
 * Settings have no versions: what is stored is compared with what is known of it. Where somebody else was first that is
 * told, and the next try goes over their change.
 */
async function assertUnchanged(prId: number, name: string, known: Signal<unknown>): Promise<void> {
  const { [name]: stored } = await api.productions.getSettings({ prId })
  if (isSame(stored, known.value)) return
  known.value = stored
  throw new Error(designTexts('changedMeanwhile'))
}

/** Whether two values are the same in JSON; both come from the service, which keeps the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A setting, or a part of one, that is an object. */
export type Members = Readonly<Record<string, unknown>>

/** The members of something that should be an object. */
export function toMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

/** With this member; an empty one is left out. */
export function withMember(members: Members, name: string, value: unknown): Members {
  const { [name]: _old, ...others } = members
  return value === undefined || value === '' ? others : { ...others, [name]: value }
}

/** What a field of type `number` holds; nothing where it is empty. */
export function toNumber(text: string): number | undefined {
  return text === '' ? undefined : Number(text)
}

/** The items of something that should be a list. */
export function toItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
