import type { Signal } from '@preact/signals'
import { FormDialog } from '../../design/fields/form.tsx'
import { useSaving } from '../../platform/writes/saving.ts'
import { IntroductionFields } from '../forms.tsx'
import { texts } from '../messages.ts'
import type { Introduction } from '../visit.ts'

interface IntroductionDialogProps {
  given: Signal<Introduction>
  asksEmail: boolean
  /** Throws what is wrong with the fields, or what the service refuses with. */
  onIntroduce: () => Promise<unknown>
  onClose: (isDone: boolean) => void
}

/** Asks who a visitor is, before what they do without writing. */
export function IntroductionDialog({ given, asksEmail, onIntroduce, onClose }: IntroductionDialogProps) {
  const saving = useSaving()
  const introduce = async () => {
    if (await saving.run(onIntroduce)) onClose(true)
  }
  return (
    <FormDialog
      title={texts('who')}
      saving={saving}
      action={texts('goOn')}
      isFleeting
      onSubmit={() => void introduce()}
      onClose={() => onClose(false)}
    >
      <p class="field-hint">{texts('whoHint')}</p>
      <IntroductionFields given={given} asksEmail={asksEmail} />
    </FormDialog>
  )
}
