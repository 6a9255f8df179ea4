import { useSignal } from '@preact/signals'
import type { JsonPatch } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'
import { type Draft, listSteps, mergeDrafts, toDraft } from '../../clip/clip-record.ts'
import { FieldForm } from '../../custom-fields/field-form.tsx'
import { Button } from '../../design/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../design/field.tsx'
import { Loaded } from '../../design/loaded.tsx'
import { api, isRefusal } from '../../platform/api.ts'
import { useResource } from '../../platform/resource.ts'
import { Link } from '../../platform/router.tsx'
import { formatBytes } from '../../platform/translations.ts'
import { nameStatus } from '../../review/status-name.tsx'
import { setMember } from '../clips/change-clips.ts'
import { writeDuration, writeRate, writeStart } from '../clips/clip-facts.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { isShown } from '../collections/paths.ts'
import { toTitle } from '../collections/title.ts'
import { texts as libraryTexts } from '../messages.ts'
import type { InspectorContext } from './context.ts'
import { texts } from './messages.ts'
import { SavedState, type Saving } from './saved-state.tsx'

/** A version of a clip as it is stored. */
interface Stored {
  readonly version: number
  readonly draft: Draft
  readonly status: string | undefined
}

/** Keys come faster than answers. */
const gatherMs = 900

/** What is known of one clip; it is saved while one goes on. */
export function OneInfo({ clip, context }: { clip: FoundClip; context: InspectorContext }) {
  const { prId } = context
  const stored = useResource(() => load(prId, clip.id), [prId, clip.id])
  return <Loaded resource={stored}>{loaded => <Info clip={clip} context={context} loaded={loaded} />}</Loaded>
}

async function load(prId: number, moId: number): Promise<Stored> {
  const [{ name = '' }, moa] = await Promise.all([
    api.media.getMediaObject({ prId, id: moId }),
    api.annotations.getMediaObjectAnnotation({ prId, moId }),
  ])
  return { version: moa.version, draft: toDraft(moa, name), status: moa.reviewStatus }
}

function Info({ clip, context, loaded }: { clip: FoundClip; context: InspectorContext; loaded: Stored }) {
  const { prId, description, statuses, collections, may, onChanged } = context
  const base = useRef(loaded)
  const draft = useSignal(loaded.draft)
  const status = useSignal(loaded.status)
  const saving = useSignal<Saving | undefined>(undefined)
  const theirs = useSignal<ReadonlyMap<string, unknown>>(new Map())
  const history = useSignal<readonly Draft[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const running = useRef<Promise<void>>(Promise.resolve())
  const write = async (): Promise<void> => {
    const before = base.current
    const steps = listSteps(before.draft, draft.value)
    if (steps.length === 0) return
    saving.value = 'saving'
    const written = draft.value
    try {
      await send(prId, clip.id, steps, before.version)
      base.current = { ...(await load(prId, clip.id)), draft: written }
      history.value = [...history.value, before.draft]
      saving.value = 'saved'
      theirs.value = new Map()
      onChanged()
    } catch (error) {
      if (!isRefusal(error, 'PreconditionFailedError', 'ConflictError')) {
        saving.value = { error }
        return
      }
      const newest = await load(prId, clip.id)
      const merged = mergeDrafts(before.draft, draft.value, newest.draft)
      base.current = newest
      draft.value = merged.draft
      theirs.value = merged.conflicts
      if (merged.conflicts.size === 0) await write()
      else saving.value = undefined
    }
  }
  const save = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    running.current = running.current.then(write)
  }
  const latest = useRef(save)
  latest.current = save
  // What was typed last is saved when another clip is selected.
  useEffect(() => () => void (timer.current !== undefined && latest.current()), [])
  const change = (next: Draft) => {
    draft.value = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), gatherMs)
  }
  const undo = () => {
    const before = history.value.at(-1)
    if (!before) return
    // A field that had no value then has none again.
    const emptied = Object.fromEntries(Object.keys(draft.value.fields).map(name => [name, null]))
    draft.value = { ...before, fields: { ...emptied, ...before.fields } }
    history.value = history.value.slice(0, -1)
    running.current = running.current.then(write).then(() => {
      history.value = history.value.slice(0, -1)
    })
  }
  const setText = (name: string) => (value: string) =>
    change({ ...draft.value, texts: { ...draft.value.texts, [name]: value } })
  const setStatus = async (value: string) => {
    status.value = value === '' ? undefined : value
    saving.value = 'saving'
    const body = setMember('/reviewStatus', status.value)({ reviewStatus: loaded.status } as never)
    try {
      await api.annotations.patchMediaObjectAnnotation({ prId, moId: clip.id, body, query: { waitForIndex: true } })
      base.current = { ...base.current, version: (await load(prId, clip.id)).version, status: status.value }
      saving.value = 'saved'
      onChanged()
    } catch (error) {
      status.value = base.current.status
      saving.value = { error }
    }
  }
  const { texts: written, fields } = draft.value
  const disabled = !may.edit
  const inside = collections.filter(collection => isShown(collection) && clip.collections.includes(collection.id))
  const facts = [
    clip.codec,
    clip.resolution?.replace('x', '×'),
    writeRate(clip) && `${writeRate(clip)} fps`,
    writeDuration(clip),
    writeStart(clip),
    clip.size === undefined ? '' : formatBytes(clip.size),
  ]
  const ofClip = `/app/production/${prId}/clip/${clip.id}`
  return (
    <div
      class="inspector-form"
      id="inspector-form"
      onFocusOut={() => {
        if (timer.current !== undefined) save()
      }}
    >
      <div class="inspector-section">
        <h2 class="cut">{clip.name}</h2>
        <p class="num">{facts.filter(Boolean).join(' · ')}</p>
        <div class="inspector-actions">
          <Link class="button" href={ofClip}>
            {texts('review')}
          </Link>
          {(clip.type === 'VIDEO' || clip.type === 'AUDIO') && (
            <Link class="button" href={`${ofClip}/subtitles`}>
              {texts('subtitles')}
            </Link>
          )}
        </div>
      </div>
      <div class="inspector-section inspector-fields">
        <SelectField
          label={libraryTexts('status')}
          value={status.value ?? ''}
          disabled={!may.status}
          options={[
            ['', libraryTexts('notReviewed')],
            ...statuses.map(choice => [choice.id, nameStatus(choice)] as const),
          ]}
          onValue={value => void setStatus(value)}
        />
        <TextField
          label={libraryTexts('name')}
          value={written.name ?? ''}
          disabled={disabled}
          onValue={setText('name')}
        />
        <TextField
          label={libraryTexts('tags')}
          value={written.tags ?? ''}
          disabled={disabled}
          onValue={setText('tags')}
        />
        <TextField
          label={libraryTexts('language')}
          value={written.language ?? ''}
          disabled={disabled}
          onValue={setText('language')}
        />
        <TextAreaField
          label={libraryTexts('description')}
          value={written.description ?? ''}
          rows={3}
          disabled={disabled}
          onValue={setText('description')}
        />
        <FieldForm
          prId={prId}
          fields={description?.fields}
          values={fields}
          bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
          disabled={disabled}
          onChange={(name, value) => change({ ...draft.value, fields: { ...draft.value.fields, [name]: value } })}
        />
      </div>
      {inside.length > 0 && (
        <div class="inspector-section">
          <h3>{texts('inCollections')}</h3>
          <ul class="inspector-list">
            {inside.map(collection => (
              <li key={collection.id}>{toTitle(collection)}</li>
            ))}
          </ul>
        </div>
      )}
      {theirs.value.size > 0 && (
        <div class="notice" data-kind="error" role="alert">
          <p>{texts('changedByOthers', { value: Array.from(theirs.value.values(), String).join(', ') })}</p>
          <Button small onClick={save}>
            {texts('keepMine')}
          </Button>
          <Button
            small
            onClick={() => {
              draft.value = base.current.draft
              theirs.value = new Map()
            }}
          >
            {texts('takeTheirs')}
          </Button>
        </div>
      )}
      <SavedState saving={saving.value} onRetry={save} onUndo={history.value.length > 0 ? undo : undefined} />
    </div>
  )
}

async function send(prId: number, moId: number, steps: JsonPatch, version: number): Promise<void> {
  const ofClip = steps.filter(({ path }) => path === '/name')
  const ofAnnotation = steps.filter(({ path }) => path !== '/name')
  const query = { waitForIndex: true }
  // First what may be refused because others have saved meanwhile.
  if (ofAnnotation.length > 0) {
    const headers = { 'if-match': `"${version}"` }
    await api.annotations.patchMediaObjectAnnotation({ prId, moId, body: ofAnnotation, headers, query })
  }
  if (ofClip.length > 0) await api.media.patchMediaObject({ prId, id: moId, body: ofClip, query })
}
