import type { SolrDocument } from '@rushes/contract'

/** Whether a field tells of the clip rather than of the annotation: `mediaObjectName` and the like. */
function isOfClip(field: string): boolean {
  return field.startsWith('mediaObject') && field !== 'mediaObjectId'
}

/**
 * Moves the properties of the clips out of their documents, once per clip (interface, Annotations: `isCompressed`).
 * A document that differs from what is already said of its clip keeps its own.
 */
export function separateClipProperties(documents: readonly SolrDocument[]): {
  documents: SolrDocument[]
  properties: Record<string, SolrDocument>
} {
  const properties = new Map<string, SolrDocument>()
  const rest = documents.map(document => {
    if (document.mediaObjectId === undefined) return document
    const clip = properties.get(String(document.mediaObjectId)) ?? {}
    properties.set(String(document.mediaObjectId), clip)
    const kept: SolrDocument = {}
    for (const [field, value] of Object.entries(document)) {
      if (!isOfClip(field)) kept[field] = value
      else if (!Object.hasOwn(clip, field)) clip[field] = value
      else if (JSON.stringify(clip[field]) !== JSON.stringify(value)) kept[field] = value
    }
    return kept
  })
  return { documents: rest, properties: Object.fromEntries(properties) }
}
