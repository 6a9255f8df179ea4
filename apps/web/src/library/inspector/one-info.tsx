import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type Draft, listSteps, mergeDrafts, toDraft } from '../../clip/clip-record.ts'
import { DraftFields } from '../../clip/metadata/draft-fields.tsx'
import { SelectField } from '../../design/fields/field.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { nameStatus } from '../../design/status/review-status.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { Link } from '../../platform/router.tsx'
import { readTags } from '../../platform/tags.ts'
import { formatBytes } from '../../platform/translations.ts'
import { writeDuration, writeRate, writeStart } from '../clips/clip-facts.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { isShown } from '../collections/paths.ts'
import { toTitle } from '../collections/title.ts'
import { texts as libraryTexts } from '../messages.ts'
import type { InspectorContext } from './context.ts'
import { texts } from './messages.ts'
import { SavedState, type Saving } from './saved-state.tsx'

/** Keys come faster than answers. */
const gatherMs = 900

interface OneInfoProps {
  clip: FoundClip
  context: InspectorContext
  /** Rises when what is found has changed. */
  turn: number
}

/** What is known of one clip; it is saved while one goes on. */
export function OneInfo({ clip, context, turn }: OneInfoProps) {
  const { prId } = context
  const stored = useResource(() => load(prId, clip.id), [prId, clip.id, turn])
  return <Loaded resource={stored}>{loaded => <Info clip={clip} context={context} loaded={loaded} />}</Loaded>
}

/** What was read, and when that began, by `performance.now()`. */
interface Read {
  readonly draft: Draft
  readonly began: number
}

async function load(prId: number, moId: number): Promise<Read> {
  const began = performance.now()
  const [{ name = '' }, moa] = await Promise.all([
    api.media.getMediaObject({ prId, id: moId }),
    api.annotations.getMediaObjectAnnotation({ prId, moId }),
  ])
  return { draft: toDraft(moa, name), began }
}

function Info({ clip, context, loaded }: { clip: FoundClip; context: InspectorContext; loaded: Read }) {
  const { prId, description, statuses, collections, may, writer } = context
  /** As it was read, and written since. */
  const base = useRef(loaded.draft)
  const draft = useSignal(loaded.draft)
  /** How many writes are on their way, and when one was last begun, answered or taken back: what was read before does not have it. */
  const sending = useRef({ pending: 0, changedAt: 0 })
  const saving = useSignal<Saving | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** As it was when a field was entered. */
  const entered = useRef(loaded.draft)
  // What others have saved is shown, unless one is changing the same.
  useEffect(() => {
    const { pending, changedAt } = sending.current
    // It is read again once the index has what is on its way.
    if (pending > 0 || loaded.began < changedAt) return
    entered.current = mergeDrafts(base.current, entered.current, loaded.draft).draft
    draft.value = mergeDrafts(base.current, draft.peek(), loaded.draft).draft
    base.current = loaded.draft
  }, [loaded])
  const writeMember = async (step: Step) => {
    const { path, value } = step
    const before = readDraft(base.current, path)
    const mine = readDraft(draft.value, path)
    const put = (shown: unknown, replaced: unknown) => {
      sending.current.changedAt = performance.now()
      base.current = withMember(base.current, path, shown)
      // What was typed meanwhile stays.
      const isSame = JSON.stringify(readDraft(draft.value, path) ?? null) === JSON.stringify(replaced ?? null)
      if (isSame) draft.value = withMember(draft.value, path, shown)
    }
    const options = {
      onShow: () => put(mine, before),
      onRevert: () => put(before, mine),
      ...(typeof mine === 'string' ? { typed: mine } : {}),
    }
    saving.value = 'saving'
    sending.current.pending += 1
    const isDone = await (path === '/name'
      ? writer.change([clip.id], { what: 'rename', names: { [clip.id]: String(value) } }, options)
      : writer.change(
          [clip.id],
          { what: 'set', members: { [path]: value } },
          { ...options, expected: { [path]: path === '/tags' ? readTags(String(before)) : before } },
        ))
    sending.current.pending -= 1
    sending.current.changedAt = performance.now()
    saving.value = isDone ? 'saved' : 'refused'
    if (!isDone) writer.refresh()
  }
  const save = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    for (const step of listSteps(base.current, draft.value) as Step[]) void writeMember(step)
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
  const setStatus = async (value: string) => {
    const path = '/reviewStatus'
    saving.value = 'saving'
    const members = { [path]: value === '' ? null : value }
    const expected = { [path]: clip.reviewStatus }
    saving.value = (await writer.change([clip.id], { what: 'set', members }, { expected })) ? 'saved' : 'refused'
  }
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
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields have the focus
    <div
      class="inspector-form"
      id="inspector-form"
      onFocusIn={() => {
        entered.current = draft.value
      }}
      onFocusOut={() => {
        if (timer.current !== undefined) save()
      }}
      onKeyDown={event => {
        // Takes back what was typed into the field, saved or not.
        if (event.key !== 'Escape' || event.defaultPrevented || draft.value === entered.current) return
        event.preventDefault()
        change(entered.current)
        save()
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
          value={clip.reviewStatus ?? ''}
          disabled={!may.status}
          options={[
            ['', libraryTexts('notReviewed')],
            ...statuses.map(choice => [choice.id, nameStatus(choice)] as const),
          ]}
          onValue={value => void setStatus(value)}
        />
        <DraftFields
          prId={prId}
          draft={draft.value}
          description={description}
          bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
          disabled={!may.edit}
          onDraft={change}
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
      <SavedState saving={saving.value} />
    </div>
  )
}

interface Step {
  readonly path: string
  readonly value?: unknown
}

/** The group of a draft and the name in it that a JSON Pointer means. */
function findMember(path: string): ['texts' | 'fields', string] {
  const [first = '', second] = path
    .slice(1)
    .split('/')
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return second === undefined ? ['texts', first] : ['fields', second]
}

function readDraft(draft: Draft, path: string): unknown {
  const [group, name] = findMember(path)
  return draft[group][name]
}

function withMember(draft: Draft, path: string, value: unknown): Draft {
  const [group, name] = findMember(path)
  // A field that had no value has none again.
  return { ...draft, [group]: { ...draft[group], [name]: value ?? (group === 'fields' ? null : '') } }
}
