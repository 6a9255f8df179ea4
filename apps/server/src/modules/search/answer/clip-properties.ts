import type { SolrDocument } from '@rushes/contract'

/** Whether a field describes the clip rather than the annotation: `mediaObjectName` and the like. */
function isOfClip(field: string): boolean {
  return field.startsWith('mediaObject') && field !== 'mediaObjectId'
}

/** How much of clips is gathered, in characters of JSON: it is held until the documents are written. */
const maxGatheredLength = 1024 * 1024

/** Moves the properties of clips out of documents, one after the other (interface, Annotations: `isCompressed`). */
export interface ClipSeparator {
  /** The document without what its clip says; one that differs from that keeps its own, and so does one of a clip beyond
   * those that are gathered. */
  separate(document: SolrDocument): SolrDocument
  /** By clip, what its documents said of it. */
  readonly properties: Map<string, SolrDocument>
}

export function createClipSeparator(): ClipSeparator {
  const properties = new Map<string, SolrDocument>()
  let length = 0
  return {
    properties,
    separate(document) {
      if (document.mediaObjectId === undefined) return document
      const known = properties.get(String(document.mediaObjectId))
      if (!known && length > maxGatheredLength) return document
      const clip = known ?? {}
      properties.set(String(document.mediaObjectId), clip)
      const rest: SolrDocument = {}
      for (const [field, value] of Object.entries(document)) {
        if (!isOfClip(field)) rest[field] = value
        else if (!Object.hasOwn(clip, field)) {
          clip[field] = value
          length += field.length + JSON.stringify(value).length
        } else if (JSON.stringify(clip[field]) !== JSON.stringify(value)) rest[field] = value
      }
      return rest
    },
  }
}
