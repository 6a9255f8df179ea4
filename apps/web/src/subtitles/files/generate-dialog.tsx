import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { CheckField, SelectField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { bind, bindCheck } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import type { SubtitlePlace } from '../picture/place.ts'
import { RunReport, remakeSubtitles, useRun } from './run.tsx'

interface GenerateDialogProps {
  desk: Desk
  place: SubtitlePlace
  onClose: () => void
}

type Source = 'transcript' | 'speech' | 'these'

/** The automatic workflow: subtitles of the transcript, or of the speech, or the present ones worked over. */
export function GenerateDialog({ desk, place, onClose }: GenerateDialogProps) {
  const { prId } = place
  const run = useRun(prId)
  const engines = useResource(signal => api.transcripts.listSpeechEngines({ prId, signal }), [prId])
  const source = useSignal<Source>('transcript')
  const engine = useSignal('')
  const aligns = useSignal(true)
  const colours = useSignal(false)
  const names = engines.data?.items.map(({ name }) => name) ?? []
  const hasEntries = desk.editing.rows.value.length > 0
  const submit = async () => {
    const isSpeech = source.value === 'speech'
    await remakeSubtitles(desk, place, run, {
      generateSubtitleFromTranscript: source.value !== 'these',
      ...(isSpeech && { generateTranscriptFromASR: true, overwriteTranscriptAllowed: true }),
      ...(isSpeech && engine.value !== '' && { transcriptionSpeechEngine: engine.value }),
      applyShotAlignment: aligns.value,
      applySpeakerIds: colours.value,
    })
  }
  const sources: [Source, string][] = [
    ['transcript', texts('fromTranscript')],
    ...(desk.rights.mayTranscribe ? [['speech', texts('fromSpeech')] as [Source, string]] : []),
    ...(hasEntries ? [['these', texts('fromThese')] as [Source, string]] : []),
  ]
  return (
    <Dialog title={texts('generate')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <SelectField label={texts('source')} options={sources} {...bind(source)} />
        {source.value === 'speech' && (
          <SelectField
            label={texts('engine')}
            hint={names.length === 0 ? texts('noEngine') : undefined}
            options={[['', texts('defaultEngine')], ...names.map((name): [string, string] => [name, name])]}
            {...bind(engine)}
          />
        )}
        <CheckField label={texts('alignShots')} {...bindCheck(aligns)} />
        <CheckField label={texts('speakerColours')} {...bindCheck(colours)} />
        {hasEntries && source.value !== 'these' && <p class="field-hint">{texts('importReplaces')}</p>}
        <RunReport run={run} />
        <div class="actions">
          <Button onClick={onClose}>{texts('close')}</Button>
          <Button kind="primary" type="submit" disabled={run.isBusy}>
            {texts('generateIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
