import { useSignal } from '@preact/signals'
import { Shell } from '../app/shell.tsx'
import { Button } from '../design/button.tsx'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import { toLanguageName } from './language-names.ts'
import { texts } from './messages.ts'
import { NewVersionDialog } from './new-version-dialog.tsx'
import { toEditorPath } from './place.ts'
import { loadSubtitleSettings } from './presets.ts'
import { toVersionName } from './version-name.ts'
import { loadVersions } from './versions.ts'
import './subtitles.css'

/** All subtitles of a clip, and the way to further ones. */
export default function SubtitleVersionsPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const moId = Number(values.moId)
  const page = useResource(signal => loadPage(prId, moId, signal), [prId, moId])
  const isCreating = useSignal(false)
  return (
    <Shell
      head={
        page.data && (
          <>
            <Link href={`/app/production/${prId}`}>{page.data.production}</Link>
            <Link href={`/app/production/${prId}/clip/${moId}`}>{page.data.clip}</Link>
          </>
        )
      }
    >
      <Loaded resource={page}>
        {({ clip, versions, settings, mayEdit }) => (
          <section class="versions">
            <h1>{texts('titleOf', { clip })}</h1>
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
                onClose={assign(isCreating, false)}
              />
            )}
          </section>
        )}
      </Loaded>
    </Shell>
  )
}

async function loadPage(prId: number, moId: number, signal: AbortSignal) {
  const [production, clip, rights, versions, settings] = await Promise.all([
    api.productions.getProduction({ prId, signal }),
    api.media.getMediaObject({ prId, id: moId, signal }),
    api.productions.listPermissions({ prId, signal }),
    loadVersions(prId, moId, signal),
    loadSubtitleSettings(prId, signal),
  ])
  const mayEdit = (rights as readonly string[]).includes('SUBTITLE_EDIT')
  return { production: production.name ?? '', clip: clip.name ?? '', versions, settings, mayEdit }
}
