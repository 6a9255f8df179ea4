import Type from 'typebox'
import {
  creation,
  FreeForm,
  Id,
  Int,
  Long,
  listOf,
  Name,
  oneOf,
  replacement,
  resource,
  shape,
  Text,
} from '../shapes.ts'
import { Annotation } from './annotation.ts'

/** What a collection is, by its `objectType`; it decides where the collection may stand. */
export const collectionTypes = ['Notebook', 'Draft', 'Episode', 'Scene', 'Story', 'StoryPart'] as const
export type CollectionType = (typeof collectionTypes)[number]

/** What a collection tells about itself; no rule reads these. */
export const collectionDetails = {
  title: Type.Optional(Name),
  alternativeTitle: Type.Optional(Name),
  description: Type.Optional(Text),
  abstract: Type.Optional(Text),
  extent: Type.Optional(Name),
  status: Type.Optional(Name),
  synopsis: Type.Optional(Text),
  fileName: Type.Optional(Name),
  ipstatus: Type.Optional(Name),
  language: Type.Optional(Name),
  episodeCount: Type.Optional(Int),
} as const

const collectionFields = {
  ...collectionDetails,
  objectType: Type.Optional(oneOf(...collectionTypes)),
  funnel: Type.Optional(Type.String({ maxLength: 200 })),
  parentId: Type.Optional(Id),
  categoryId: Type.Optional(Id),
  categoryName: Type.Optional(Name),
  customFields: Type.Optional(FreeForm),
  systemFields: Type.Optional(FreeForm),
  productionId: Type.Optional(Id),
  subObjects_index: Type.Optional(Int),
} as const

const RelatedEditorialObject = resource('RelatedEditorialObject', collectionFields)

/** One step of a collection's cut: which part of which clip, in frames `[start, end)`. */
const EdlEntry = shape('EdlEntry', {
  annotationId: Id,
  mediaObjectId: Id,
  position: Type.Number(),
  start: Long,
  end: Long,
})

/** A collection's entries as a cut. */
const Edl = shape('Edl', { objectType: Type.String(), editorialObjectId: Id, entries: listOf(EdlEntry) })

/** A collection; what lies behind an include flag is present only when asked for. */
export const EditorialObject = resource('EditorialObject', {
  ...collectionFields,
  parent: Type.Optional(RelatedEditorialObject),
  children: Type.Optional(listOf(RelatedEditorialObject)),
  scenes: Type.Optional(listOf(RelatedEditorialObject)),
  storyParts: Type.Optional(listOf(RelatedEditorialObject)),
  entries: Type.Optional(listOf(Annotation)),
  annotations: Type.Optional(listOf(Annotation)),
  edl: Type.Optional(Edl),
})
export type EditorialObject = Type.Static<typeof EditorialObject>

/** What a client may send back as it read it, and what the original service derives: tolerated and ignored. */
const derivedMembers = {
  category: Type.Optional(Type.Unknown()),
  parent: Type.Optional(Type.Unknown()),
  children: Type.Optional(Type.Unknown()),
  scenes: Type.Optional(Type.Unknown()),
  storyParts: Type.Optional(Type.Unknown()),
  entries: Type.Optional(Type.Unknown()),
  annotations: Type.Optional(Type.Unknown()),
  edl: Type.Optional(Type.Unknown()),
} as const

export const EditorialObjectCreation = creation('EditorialObjectCreation', { ...collectionFields, ...derivedMembers })
export type EditorialObjectCreation = Type.Static<typeof EditorialObjectCreation>
export const EditorialObjectReplacement = replacement('EditorialObjectReplacement', {
  ...collectionFields,
  ...derivedMembers,
})
export type EditorialObjectReplacement = Type.Static<typeof EditorialObjectReplacement>

/** What to attach to a collection: an annotation, or a clip (its MediaObjectAnnotation); at an index, else at the end. */
export const EntryRequest = shape('EntryRequest', {
  mediaObjectId: Type.Optional(Id),
  annotationId: Type.Optional(Id),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
})
export type EntryRequest = Type.Static<typeof EntryRequest>
