import type { JsonPatch, MediaObjectRequest } from '@rushes/contract'

/** Members of a request that belong to the clip's own annotation. */
const annotationMembers = [
  'description',
  'circled',
  'clipMetadata',
  'customFields',
  'label',
  'language',
  'loggingStatus',
  'nonPreferred',
  'origin',
  'rating',
  'source',
  'subtitlingStatus',
  'subtitlingStatuses',
  'tags',
  'transcriptionStatus',
  'transcriptionStatuses',
] as const

/** What a request says of the clip's own annotation, as a patch: it obeys the rules that any later patch obeys. */
export function toAnnotationPatch(request: MediaObjectRequest): JsonPatch {
  return annotationMembers
    .filter(name => request[name] !== undefined)
    .map(name => ({ op: 'add' as const, path: `/${name}`, value: request[name] }))
}
