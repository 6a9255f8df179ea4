import { useSignal } from '@preact/signals'
import type { Production, SubtitleAnnotation } from '@rushes/contract'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { Place } from '../../frame/place.tsx'
import { loadProduction } from '../../frame/production.ts'
import { user } from '../../frame/session.ts'
import { api, isRefusal } from '../../platform/reading/api.ts'
import { useEvents } from '../../platform/reading/live.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { getQuery, Link } from '../../platform/router.tsx'
import { Film } from '../../player/film.ts'
import { toFrameFormat } from '../../player/frames.ts'
import { findSources, type Sources } from '../../player/sources.ts'
import { loadClip, type ReviewedClip } from '../../review/load-clip.ts'
import { loadSubtitleSettings, readLook, type SubtitleSettings } from '../files/presets.ts'
import { texts } from '../messages.ts'
import { openDrafts } from '../model/drafts.ts'
import { Editing, type UnsavedChange } from '../model/editing.ts'
import { findLinked } from '../model/linked-entry.ts'
import { type DraftKeeper, Saver } from '../model/saver.ts'
import { createSubtitleStore, loadStatus, loadSubtitles, type SubtitlePlace, toVersionsPath } from '../picture/place.ts'
import { Desk, type EditorRights } from './desk.ts'
import { Editor } from './editor.tsx'
import { readLinkedEntry } from './entry-link.ts'
import '../subtitles.css'
import '../entries/entries.css'

/**
 * The subtitles of a clip in one language, by its preset (`?preset=`) or as the service picks them; at a frame (`?t=`),
 * or at the subtitle of a number (`?entry=`).
 */
export default function SubtitleEditorPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const moId = Number(values.moId)
  const language = values.language ?? ''
  const preset = getQuery('preset')
  const scene = useResource(signal => loadScene(prId, moId, signal), [prId, moId])
  const found = useResource(
    signal => findSubtitles({ prId, moId, language, presetId: preset }, signal),
    [prId, moId, language, preset],
  )
  const create = async () => {
    found.replace(await loadSubtitles({ prId, moId, language, presetId: preset }, { create: true }))
  }
  return (
    <Place
      name="subtitles"
      trail={[
        { text: scene.data?.clip.name ?? '', href: `/app/production/${prId}/clip/${moId}` },
        { text: texts('subtitles') },
      ]}
      title={scene.data && texts('titleOf', { clip: scene.data.clip.name ?? '' })}
    >
      <div class="editor-page">
        <Loaded resource={scene}>
          {loaded => (
            <Loaded resource={found}>
              {annotation =>
                annotation === null ? (
                  <div class="notice">
                    <h2>{texts('noSuch', { language })}</h2>
                    <div class="actions">
                      <Link href={toVersionsPath(prId, moId)}>{texts('allVersions')}</Link>
                      {loaded.rights.mayEdit && (
                        <Button kind="primary" onClick={() => void create().catch(tellError)}>
                          {texts('create')}
                        </Button>
                      )}
                    </div>
                  </div>
                ) : (
                  <OpenedEditor
                    key={`${annotation.id} ${toFilmFacts(loaded.clip)}`}
                    scene={loaded}
                    onFilm={async place => {
                      found.replace(await loadSubtitles(place))
                      scene.reload()
                    }}
                    place={{
                      prId,
                      moId,
                      language: annotation.language ?? language,
                      presetId: annotation.subtitlePresetId,
                    }}
                    annotation={annotation}
                  />
                )
              }
            </Loaded>
          )}
        </Loaded>
      </div>
    </Place>
  )
}

interface Scene {
  readonly production: Pick<Production, 'name' | 'accountId'>
  readonly clip: ReviewedClip
  readonly sources: Sources
  readonly settings: SubtitleSettings
  readonly rights: EditorRights
}

async function loadScene(prId: number, moId: number, signal: AbortSignal): Promise<Scene> {
  const findPlayable = async () => {
    const { production, held } = await loadProduction(prId)
    // An original that the browser can play is worked on until there is a proxy.
    const sources = await findSources(api, prId, moId, signal, { mayPlayOriginal: held.has('LIBRARY_DOWNLOAD') })
    return { production, held, sources }
  }
  const [{ production, held, sources }, clip, settings] = await Promise.all([
    findPlayable(),
    loadClip(api, prId, moId, signal),
    loadSubtitleSettings(prId, signal),
  ])
  const mayDescribe = held.has('LIBRARY_UPDATE_METADATA')
  return {
    production,
    clip,
    sources,
    settings,
    rights: { mayEdit: held.has('SUBTITLE_EDIT'), maySetStatus: mayDescribe, mayTranscribe: mayDescribe },
  }
}

/** What times are counted by: an editor that was opened before the film was read begins again once it is. */
function toFilmFacts({ frameCount, sampleRate, timecode }: ReviewedClip): string {
  return JSON.stringify([frameCount, sampleRate, timecode])
}

/** Nothing where there are none: somebody may have mistyped an address. */
async function findSubtitles(place: SubtitlePlace, signal: AbortSignal): Promise<SubtitleAnnotation | null> {
  try {
    return await loadSubtitles(place, { signal })
  } catch (error) {
    if (isRefusal(error, 'NotFoundError')) return null
    throw error
  }
}

interface OpenedEditorProps {
  scene: Scene
  place: SubtitlePlace
  annotation: SubtitleAnnotation
  /** Loads the film once there is one, after everything edited so far was saved. */
  onFilm: (place: SubtitlePlace) => Promise<void>
}

/** The editor once drafts of an earlier visit were looked for. */
function OpenedEditor({ scene, place, annotation, onFilm }: OpenedEditorProps) {
  const { prId, moId, language, presetId } = place
  const name = `rushes.subtitles.${user.value?.id}.${prId}.${moId}.${language}.${presetId ?? ''}`
  const drafts = useResource(() => openDrafts(name), [name])
  const status = useResource(signal => loadStatus(place, signal), [prId, moId, language, presetId])
  return (
    <Loaded resource={drafts}>
      {({ found, keeper }) => (
        <Loaded resource={status}>
          {current => (
            <LoadedEditor
              scene={scene}
              place={place}
              annotation={annotation}
              unsaved={found}
              keeper={keeper}
              status={current}
              onStatus={status.reload}
              onFilm={onFilm}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface LoadedEditorProps extends OpenedEditorProps {
  unsaved: readonly UnsavedChange[]
  keeper: DraftKeeper
  status: Awaited<ReturnType<typeof loadStatus>>
  onStatus: () => void
}

function LoadedEditor(props: LoadedEditorProps) {
  const { scene, place, annotation, unsaved, keeper, status, onStatus, onFilm } = props
  const shownStatus = useSignal(status)
  useEffect(() => {
    shownStatus.value = status
  }, [status])
  const desk = useMemo(() => createDesk(scene, place, annotation, unsaved, keeper, shownStatus), [annotation.id])
  useSaving(desk, unsaved.length > 0)
  const { frame, number } = readLinkedEntry()
  useEffect(() => {
    const row = findLinked(desk.editing.rows.peek(), { frame, number })
    desk.show(row)
    if (frame !== undefined) desk.film.seek(frame)
  }, [desk, frame, number])
  const lookForFilm = () => {
    if (scene.sources.film !== undefined && scene.sources.isOriginal !== true) return
    desk.saver
      .flush()
      .then(() => onFilm(place))
      .catch(tellError)
  }
  useEvents(
    api,
    { prId: place.prId },
    ({ type, object, verb }) => {
      const isOfThese = object?.id === desk.editing.annotationId
      if (isOfThese && typeof object?.version === 'number') desk.saver.learn(object.version)
      const isOfClip = object?.mediaObjectId === place.moId || object?.id === place.moId
      if (isOfClip && (type === 'Media.update' || verb === 'Annotation.update')) onStatus()
      if (isOfClip && type.startsWith('Media.instance.')) lookForFilm()
    },
    () => {
      onStatus()
      lookForFilm()
      // What cannot be read now is reported by the next save.
      loadSubtitles(place).then(
        ({ version }) => desk.saver.learn(version),
        () => {},
      )
    },
  )
  return (
    <Editor
      desk={desk}
      place={place}
      sources={scene.sources}
      clip={scene.clip}
      production={scene.production}
      settings={scene.settings}
    />
  )
}

function createDesk(
  { clip, settings, rights }: Scene,
  place: SubtitlePlace,
  annotation: SubtitleAnnotation,
  unsaved: readonly UnsavedChange[],
  keeper: DraftKeeper,
  status: Desk['status'],
): Desk {
  const format = toFrameFormat(clip)
  const editing = new Editing(annotation, unsaved)
  editing.onKept = count => tell(texts('keptBoth', { count }))
  return new Desk({
    language: place.language,
    editing,
    saver: new Saver(editing, createSubtitleStore(place), keeper),
    film: new Film(format.rate, clip.frameCount, format.pictures),
    format,
    shots: clip.shots,
    ...readLook(settings, place.presetId, place.language),
    rights,
    status,
  })
}

/** Saves when the page is left or hidden, and when the connection is back. */
function useSaving(desk: Desk, hasDraft: boolean): void {
  const told = useRef(false)
  useEffect(() => {
    if (hasDraft && !told.current) tell(texts('draftFound'))
    told.current = true
    const save = () => void desk.saver.flush()
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    addEventListener('online', save)
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      removeEventListener('online', save)
      document.removeEventListener('visibilitychange', saveHidden)
      save()
      desk.saver.stop()
    }
  }, [desk])
  // Opened again, or not yet: what waits is sent as soon as it may be.
  const isReadOnly = desk.isReadOnly.value
  useEffect(() => {
    if (!isReadOnly && desk.saver.state.value === 'completed') void desk.saver.flush()
  }, [isReadOnly])
}
