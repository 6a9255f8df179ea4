import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { Place } from '../../frame/place.tsx'
import { loadProduction } from '../../frame/production.ts'
import { assign } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { Link } from '../../platform/router.tsx'
import { loadSubtitleSettings } from '../files/presets.ts'
import { texts } from '../messages.ts'
import { toEditorPath } from '../picture/place.ts'
import { toLanguageName } from './language-names.ts'
import { NewVersionDialog } from './new-version-dialog.tsx'
import { toVersionName } from './version-name.ts'
import { loadVersions } from './versions.ts'
import '../subtitles.css'

/** All subtitles of a clip, and the way to further ones. */
export default function SubtitleVersionsPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const moId = Number(values.moId)
  const page = useResource(signal => loadPage(prId, moId, signal), [prId, moId])
  const isCreating = useSignal(false)
  return (
    <Place
      name="subtitle-versions"
      trail={[
        { text: page.data?.clip ?? '', href: `/app/production/${prId}/clip/${moId}` },
        { text: texts('titleOf', { clip: page.data?.clip ?? '' }) },
      ]}
    >
      <div class="page">
        <Loaded resource={page}>
          {({ versions, settings, mayEdit, maySetStatus }) => (
            <section class="versions">
              {versions.subtitles.length === 0 ? (
                <p class="notice">{texts('noVersions')}</p>
              ) : (
                <ul class="cards">
                  {versions.subtitles.map(version => (
                    <li key={`${version.language};${version.presetId}`}>
                      <Link class="card" href={toEditorPath({ prId, moId, ...version })}>
                        <h2>{toVersionName(version, settings.presets)}</h2>
                        <p>{texts(`status_${version.status}`)}</p>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
              {versions.transcripts.length > 0 && (
                <p>
                  {texts('transcripts')}: {versions.transcripts.map(toLanguageName).join(', ')}
                </p>
              )}
              {mayEdit && (
                <div>
                  <Button kind="primary" onClick={assign(isCreating, true)}>
                    {texts('newVersion')}
                  </Button>
                </div>
              )}
              {isCreating.value && (
                <NewVersionDialog
                  prId={prId}
                  moId={moId}
                  settings={settings}
                  versions={versions.subtitles}
                  maySetStatus={maySetStatus}
                  onClose={assign(isCreating, false)}
                />
              )}
            </section>
          )}
        </Loaded>
      </div>
    </Place>
  )
}

async function loadPage(prId: number, moId: number, signal: AbortSignal) {
  const [{ production, held }, clip, versions, settings] = await Promise.all([
    loadProduction(prId),
    api.media.getMediaObject({ prId, id: moId, signal }),
    loadVersions(prId, moId, signal),
    loadSubtitleSettings(prId, signal),
  ])
  return {
    production: production.name ?? '',
    clip: clip.name ?? '',
    versions,
    settings,
    mayEdit: held.has('SUBTITLE_EDIT'),
    maySetStatus: held.has('LIBRARY_UPDATE_METADATA'),
  }
}
