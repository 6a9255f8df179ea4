import { useSignal } from '@preact/signals'
import { searchAll } from '@rushes/client'
import type { CustomFieldsDescription } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { assign } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import type { Film } from '../../player/film.ts'
import { type FrameFormat, writeTimecode } from '../../player/frames.ts'
import { MetadataForm } from '../metadata/metadata-form.tsx'
import { loadStored } from '../metadata/metadata-write.ts'
import { texts } from './messages.ts'
import './panels.css'

interface SubclipsProps {
  prId: number
  moId: number
  owner: string
  film: Film
  format: FrameFormat
  description: CustomFieldsDescription
  mayEdit: boolean
}

/** What the line of a subclip says. */
interface SubclipLine {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly name: string
}

const atOnce = { waitForIndex: true }

/** The parts of a clip that have been described, each with its metadata; a new one is made of the marks of the player. */
export function Subclips({ prId, moId, owner, film, format, description, mayEdit }: SubclipsProps) {
  const lines = useResource(
    async signal => {
      const fl = ['id', 'start', 'end', 'name']
      const query = { fq: ['funnel:ClipAnnotation'], fl, sort: 'start asc' }
      const found = searchAll(api.annotations.listAnnotationsOfClip, { prId, moId, query, signal }, 1000)
      return Array.fromAsync(
        found,
        ({ id, start, end, name }): SubclipLine => ({
          id: Number(id),
          start: Number(start),
          end: Number(end),
          name: String(name ?? ''),
        }),
      )
    },
    [prId, moId],
  )
  const open = useSignal<number | undefined>(undefined)
  const add = async () => {
    const { inFrame, outFrame } = film.getRange()
    const isMarked = film.inFrame.value !== undefined || film.outFrame.value !== undefined
    const start = isMarked ? inFrame : film.place
    const body = { funnel: 'ClipAnnotation', start, end: isMarked ? outFrame : start + 1 }
    const { id } = await api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query: atOnce })
    open.value = id
    lines.reload()
  }
  return (
    <section class="clip-panel">
      <h2>{texts('subclips')}</h2>
      <Loaded resource={lines}>
        {all => (
          <>
            {all.length === 0 && <p class="field-hint">{texts('noSubclips')}</p>}
            <ul class="subclips">
              {all.map(line => (
                <li key={line.id}>
                  <Subclip
                    {...{ prId, moId, owner, film, format, description, mayEdit, line }}
                    isOpen={open.value === line.id}
                    onChanged={lines.reload}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {mayEdit && (
        <>
          <Button
            onClick={() => {
              add().catch(tellError)
            }}
          >
            + {texts('newSubclip')}
          </Button>
          <p class="field-hint">{texts('newSubclipHint')}</p>
        </>
      )}
    </section>
  )
}

interface SubclipProps extends SubclipsProps {
  line: SubclipLine
  isOpen: boolean
  /** It was saved or deleted. */
  onChanged: () => void
}

function Subclip({ prId, moId, owner, line, film, format, description, mayEdit, isOpen, onChanged }: SubclipProps) {
  const { id, start, end } = line
  const name = line.name || texts('unnamed')
  // Its form is loaded once it is wanted, and stays with what was typed.
  const wasOpened = useSignal(isOpen)
  const isAsking = useSignal(false)
  return (
    <details
      class="subclip"
      open={isOpen}
      onToggle={event => {
        if (event.currentTarget.open) wasOpened.value = true
      }}
    >
      <summary>
        {writeTimecode(start, format)} – {writeTimecode(end, format)} <strong>{name}</strong>
      </summary>
      <div class="actions">
        <Button
          onClick={() => {
            film.inFrame.value = start
            film.outFrame.value = end
            film.pause()
            film.seek(start)
          }}
        >
          {texts('showSubclip')}
        </Button>
        {mayEdit && (
          <Button kind="danger" onClick={assign(isAsking, true)}>
            {texts('remove')}
          </Button>
        )}
      </div>
      {wasOpened.value && (
        <SubclipForm
          {...{ prId, moId, owner, id, description, mayEdit }}
          label={`${texts('subclips')}: ${writeTimecode(start, format)}`}
          onSaved={onChanged}
        />
      )}
      {isAsking.value && (
        <ConfirmDialog
          title={texts('remove')}
          question={texts('removeQuestion', { name })}
          action={texts('remove')}
          onConfirm={() => {
            api.annotations.deleteAnnotation({ prId, anId: id, query: atOnce }).then(onChanged, tellError)
          }}
          onClose={assign(isAsking, false)}
        />
      )}
    </details>
  )
}

interface SubclipFormProps extends Pick<SubclipsProps, 'prId' | 'moId' | 'owner' | 'description' | 'mayEdit'> {
  id: number
  label: string
  onSaved: () => void
}

function SubclipForm({ prId, moId, id, ...props }: SubclipFormProps) {
  const place = { prId, moId, anId: id }
  const stored = useResource(signal => loadStored(place, signal), [prId, id])
  return (
    <Loaded resource={stored}>
      {loaded => (
        <MetadataForm
          {...props}
          place={place}
          bearer={{ objectType: 'ClipAnnotation', funnel: 'ClipAnnotation' }}
          stored={loaded}
        />
      )}
    </Loaded>
  )
}
