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
  'reviewStatus',
  'source',
  'subtitlingStatus',
  'subtitlingStatuses',
  'tags',
  'transcriptionStatus',
  'transcriptionStatuses',
] as const

/**
 * What a request says of the clip's own annotation, as a patch: it obeys the rules that any later patch obeys. Where
 * the annotation has a map already, the request's is laid over it, key by key.
 */
export function toAnnotationPatch(request: MediaObjectRequest, stored: object = {}): JsonPatch {
  return annotationMembers
    .filter(name => request[name] !== undefined)
    .map(name => ({ op: 'add' as const, path: `/${name}`, value: merge(Reflect.get(stored, name), request[name]) }))
}

function merge(stored: unknown, wanted: unknown): unknown {
  return isMap(stored) && isMap(wanted) ? { ...stored, ...wanted } : wanted
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
