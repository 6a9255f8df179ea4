import type { CustomFieldsDescription } from '@rushes/contract'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { toDraft } from './clip-record.ts'
import { texts } from './messages.ts'
import { MetadataForm, type Stored } from './metadata-form.tsx'

interface ClipMetadataProps {
  prId: number
  moId: number
  description: CustomFieldsDescription
  mayEdit: boolean
  onSaved: () => void
}

/** The metadata of a whole clip. Its name stands on the clip, everything else on its annotation. */
export function ClipMetadata({ prId, moId, description, mayEdit, onSaved }: ClipMetadataProps) {
  const load = async (signal?: AbortSignal): Promise<Stored> => {
    const given = signal ? { signal } : {}
    const [{ name = '' }, moa] = await Promise.all([
      api.media.getMediaObject({ prId, id: moId, ...given }),
      api.annotations.getMediaObjectAnnotation({ prId, moId, ...given }),
    ])
    return { version: moa.version, draft: toDraft(moa, name) }
  }
  const stored = useResource(load, [prId, moId])
  return (
    <section class="clip-panel">
      <h2>{texts('metadata')}</h2>
      <Loaded resource={stored}>
        {loaded => (
          <MetadataForm
            prId={prId}
            label={texts('metadata')}
            bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
            description={description}
            stored={loaded}
            mayEdit={mayEdit}
            load={load}
            save={async (steps, version) => {
              const ofClip = steps.filter(({ path }) => path === '/name')
              const ofAnnotation = steps.filter(({ path }) => path !== '/name')
              // First what may be refused because others have saved meanwhile.
              if (ofAnnotation.length > 0) {
                const headers = { 'if-match': `"${version}"` }
                await api.annotations.patchMediaObjectAnnotation({ prId, moId, body: ofAnnotation, headers })
              }
              if (ofClip.length > 0) await api.media.patchMediaObject({ prId, id: moId, body: ofClip })
              onSaved()
              return load()
            }}
          />
        )}
      </Loaded>
    </section>
  )
}
