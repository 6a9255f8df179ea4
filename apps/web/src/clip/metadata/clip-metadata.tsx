import type { CustomFieldsDescription } from '@rushes/contract'
import { Loaded } from '../../design/lists/loaded.tsx'
import { useResource } from '../../platform/reading/resource.ts'
import { MetadataForm } from './metadata-form.tsx'
import { loadStored } from './metadata-write.ts'
import '../panels/panels.css'

interface ClipMetadataProps {
  prId: number
  moId: number
  owner: string
  label: string
  description: CustomFieldsDescription | undefined
  mayEdit: boolean
  /** Rises when what is stored may have changed. */
  turn?: number
  onSaved: () => void
}

/** The metadata of a whole clip. */
export function ClipMetadata({ prId, moId, turn = 0, ...props }: ClipMetadataProps) {
  const place = { prId, moId }
  const stored = useResource(signal => loadStored(place, signal), [prId, moId, turn])
  return (
    <Loaded resource={stored}>
      {loaded => (
        <MetadataForm
          {...props}
          place={place}
          bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
          stored={loaded}
        />
      )}
    </Loaded>
  )
}
