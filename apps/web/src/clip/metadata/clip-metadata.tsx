import type { CustomFieldsDescription } from '@rushes/contract'
import { Loaded } from '../../design/lists/loaded.tsx'
import { useResource } from '../../platform/reading/resource.ts'
import { texts } from '../messages.ts'
import { MetadataForm } from './metadata-form.tsx'
import { loadStored } from './metadata-write.ts'

interface ClipMetadataProps {
  prId: number
  moId: number
  owner: string
  description: CustomFieldsDescription
  mayEdit: boolean
  onSaved: () => void
}

/** The metadata of a whole clip. */
export function ClipMetadata({ prId, moId, ...props }: ClipMetadataProps) {
  const place = { prId, moId }
  const stored = useResource(signal => loadStored(place, signal), [prId, moId])
  return (
    <section class="clip-panel">
      <h2>{texts('metadata')}</h2>
      <Loaded resource={stored}>
        {loaded => (
          <MetadataForm
            {...props}
            place={place}
            label={texts('metadata')}
            bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
            stored={loaded}
          />
        )}
      </Loaded>
    </section>
  )
}
