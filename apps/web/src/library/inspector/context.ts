import type { CustomFieldsDescription, EditorialObject, ReviewStatusChoice } from '@rushes/contract'

/** What the inspector knows of the production, and of what the user may do there. */
export interface InspectorContext {
  readonly prId: number
  readonly description: CustomFieldsDescription | undefined
  readonly statuses: readonly ReviewStatusChoice[]
  readonly collections: readonly EditorialObject[]
  readonly may: {
    readonly edit: boolean
    readonly status: boolean
    readonly download: boolean
    readonly share: boolean
  }
  readonly onChanged: () => void
}
