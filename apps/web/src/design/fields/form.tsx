import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Saving } from '../../platform/writes/saving.ts'
import { watchForm } from '../../platform/writes/unsaved.ts'
import { Dialog, focusFirstField } from '../floating/dialog.tsx'
import { texts } from '../messages.ts'
import { Button, type ButtonKind } from './button.tsx'

interface FormProps {
  saving: Saving
  onSubmit: () => void
  /** Of what the form is, where no heading says it. */
  label?: string | undefined
  /** Whether what is typed may be left behind unasked: a password, a word to confirm by, a choice of the moment. */
  isFleeting?: boolean | undefined
  children: ComponentChildren
}

const Touch = createContext(() => {})

/** For controls that are changed by buttons, of which a form hears nothing: tells it that it holds something unsaved. */
export function useTouch(): () => void {
  return useContext(Touch)
}

/**
 * A form that is sent by its button or by Enter, once at a time. What is typed is not left behind unasked, and after a
 * refusal the focus goes to the first field that something is wrong with.
 */
export function Form({ saving, onSubmit, label, isFleeting = false, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const latest = useRef(saving)
  latest.current = saving
  useLayoutEffect(() => {
    if (!element.current || isFleeting) return undefined
    return watchForm(element.current, () => latest.current.isTouched)
  }, [isFleeting])
  // Of a window that was there before what it asks for was known.
  useEffect(() => {
    if (element.current) focusFirstField(element.current)
  }, [])
  useEffect(() => {
    if (saving.error !== undefined && element.current) showRefusal(element.current)
  }, [saving.error])
  return (
    <Touch.Provider value={saving.touch}>
      <form
        ref={element}
        class="form"
        aria-label={label}
        aria-busy={saving.isBusy}
        onInput={saving.touch}
        onInvalidCapture={({ target }) => {
          // Browsers refuse without a word what they cannot show.
          if (target instanceof Element) unfold(target)
        }}
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          if (!saving.isBusy) onSubmit()
        }}
      >
        {children}
      </form>
    </Touch.Provider>
  )
}

function showRefusal(form: HTMLFormElement): void {
  const faulty = form.querySelector<HTMLElement>('[aria-invalid]')
  if (faulty) unfold(faulty)
  faulty?.focus()
  if (!faulty) form.querySelector('.form-error')?.scrollIntoView({ block: 'nearest' })
}

/** Opens the part of a form that a field is folded into. */
function unfold(field: Element): void {
  field.closest('details')?.setAttribute('open', '')
}

/** What the service said against the form and no field shows: stands behind the fields, before the buttons. */
export function FormError({ saving }: { saving: Saving }) {
  if (saving.error === undefined) return null
  const rest = saving.listRest()
  return (
    <div class="notice form-error" data-kind="error" role="alert">
      {rest.length === 0 ? texts('seeFields') : rest.map(message => <div key={message}>{message}</div>)}
    </div>
  )
}

interface FormEndProps {
  saving: Saving
  /** What the button says that sends the form. */
  action?: string | undefined
  kind?: ButtonKind | undefined
  /** Whether the form cannot be sent as it stands. */
  isDisabled?: boolean | undefined
  /** Further buttons. */
  children?: ComponentChildren
}

/** The end of a form: what was refused, and its buttons. While it is saved its button keeps the focus, and does nothing. */
export function FormEnd({ saving, action, kind = 'primary', isDisabled = false, children }: FormEndProps) {
  return (
    <>
      <FormError saving={saving} />
      <div class="actions">
        {children}
        <Button kind={kind} type="submit" disabled={isDisabled} isBusy={saving.isBusy}>
          {action ?? texts('save')}
        </Button>
      </div>
    </>
  )
}

interface FormDialogProps extends Omit<FormProps, 'label'>, Omit<FormEndProps, 'children'> {
  title: string
  size?: 'wide' | undefined
  onClose: () => void
  /** Buttons beside the one that sends the form. */
  buttons?: ComponentChildren
}

/** A form in a window of its own. */
export function FormDialog({ title, size, onClose, saving, onSubmit, isFleeting, children, ...end }: FormDialogProps) {
  const { action, kind, isDisabled, buttons } = end
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <Form saving={saving} onSubmit={onSubmit} isFleeting={isFleeting}>
        {children}
        <FormEnd saving={saving} action={action} kind={kind} isDisabled={isDisabled}>
          {buttons}
        </FormEnd>
      </Form>
    </Dialog>
  )
}
