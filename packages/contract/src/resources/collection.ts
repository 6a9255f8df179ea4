import Type from 'typebox'
import {
  about,
  addressedResource,
  alwaysWith,
  creation,
  DeletionTime,
  FreeForm,
  Id,
  Int,
  Long,
  listOf,
  Name,
  oneOf,
  replacement,
  shape,
  Text,
} from '../shapes.ts'
import { Annotation } from './annotation.ts'

/** What a collection is, by its `objectType`; it decides where the collection may stand. */
export const collectionTypes = ['Notebook', 'Draft', 'Episode', 'Scene', 'Story', 'StoryPart'] as const
export type CollectionType = (typeof collectionTypes)[number]

/**
 * What can contain a collection of each kind, and whether it must be contained: a Notebook groups Drafts and other
 * Notebooks; a Draft must be below a Notebook, a Scene below an Episode, a StoryPart below a Story (collections-3).
 */
export const collectionPlaces: Readonly<
  Record<CollectionType, { readonly parent: CollectionType | undefined; readonly isParentNeeded: boolean }>
> = {
  Notebook: { parent: 'Notebook', isParentNeeded: false },
  Draft: { parent: 'Notebook', isParentNeeded: true },
  Episode: { parent: undefined, isParentNeeded: false },
  Scene: { parent: 'Episode', isParentNeeded: true },
  Story: { parent: undefined, isParentNeeded: false },
  StoryPart: { parent: 'Story', isParentNeeded: true },
}

/** What a collection tells about itself; no rule reads these. */
export const collectionDetails = {
  title: Type.Optional(about(Name, 'title that lists and pages show')),
  alternativeTitle: Type.Optional(about(Name, 'second title, for example a working title')),
  description: Type.Optional(about(Text, 'plain text about the collection')),
  abstract: Type.Optional(about(Text, 'short summary of the content')),
  extent: Type.Optional(about(Name, 'size or duration in words, chosen by clients')),
  status: Type.Optional(about(Name, 'state of the work, chosen by clients')),
  synopsis: Type.Optional(about(Text, 'synopsis of the story or episode')),
  fileName: Type.Optional(about(Name, 'file name that clients use for exports')),
  ipstatus: Type.Optional(about(Name, 'state of the rights to the content, chosen by clients')),
  language: Type.Optional(about(Name, 'language of the content as a BCP 47 tag')),
  episodeCount: Type.Optional(about(Int, 'number of episodes that a series has')),
} as const

const collectionFields = {
  ...collectionDetails,
  objectType: Type.Optional(
    about(
      oneOf(...collectionTypes),
      'kind of collection; decides where it may be placed, Notebook when absent at creation',
    ),
  ),
  funnel: Type.Optional(
    about(Type.String({ maxLength: 200 }), 'subtype for clients, such as `Delivery.Series`; it changes no rule'),
  ),
  parentId: Type.Optional(about(Id, 'id of the collection that contains this one; null moves it to the top level')),
  categoryId: Type.Optional(about(Id, 'id of the category in which the collection is listed')),
  categoryName: Type.Optional(about(Name, 'name of that category; present only with `includeCategoryName`')),
  customFields: Type.Optional(
    about(FreeForm, 'values of custom fields by name, validated against the fields that the production defines'),
  ),
  systemFields: Type.Optional(about(FreeForm, 'values that clients store for themselves, by name; not validated')),
  productionId: Type.Optional(about(Id, 'id of the production that contains the collection')),
  subObjects_index: Type.Optional(about(Int, 'position within the parent, ascending; gaps are allowed')),
} as const

/** The same, of which every collection has these. */
const storedCollectionFields = alwaysWith(
  collectionFields,
  'objectType',
  'customFields',
  'systemFields',
  'productionId',
  'subObjects_index',
)

const RelatedEditorialObject = addressedResource('RelatedEditorialObject', storedCollectionFields)

/** One step of a collection's cut: which part of which clip, in frames `[start, end)`. */
const EdlEntry = shape('EdlEntry', {
  annotationId: about(Id, 'id of the annotation that is attached'),
  mediaObjectId: about(Id, 'id of the clip of the annotation'),
  position: about(Type.Number(), 'position in the collection; entries are listed in ascending order'),
  start: about(Long, 'first frame of the clip that is used, included'),
  end: about(Long, 'frame after the last one that is used'),
})

/** A collection's entries as a cut. */
const Edl = shape('Edl', {
  objectType: Type.String({ description: 'always `Edl`, the type name' }),
  editorialObjectId: about(Id, 'id of the collection with these entries'),
  entries: about(listOf(EdlEntry), 'the steps of the cut, in order'),
})

/** A collection; what lies behind an include flag is present only when asked for. */
export const EditorialObject = addressedResource('EditorialObject', {
  ...storedCollectionFields,
  parent: Type.Optional(
    about(RelatedEditorialObject, 'the collection that contains this one; only with `includeParent`'),
  ),
  children: Type.Optional(
    about(listOf(RelatedEditorialObject), 'the collections directly below; only with `includeChildren`'),
  ),
  scenes: Type.Optional(
    about(listOf(RelatedEditorialObject), 'the scenes of a draft or an episode; only with `includeScenes`'),
  ),
  storyParts: Type.Optional(
    about(listOf(RelatedEditorialObject), 'the parts of a story; only with `includeStoryParts`'),
  ),
  entries: Type.Optional(about(listOf(Annotation), 'the attached annotations in order; only with `includeEntries`')),
  annotations: Type.Optional(
    about(listOf(Annotation), 'the attached annotations in order; only with `includeAnnotations`'),
  ),
  edl: Type.Optional(about(Edl, 'the entries as a cut; only with `includeEdl`')),
  deleted: DeletionTime,
})
export type EditorialObject = Type.Static<typeof EditorialObject>

/** What a client may send back as it read it, and what the original service derives: tolerated and ignored. */
const derivedMembers = {
  category: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  parent: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  children: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  scenes: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  storyParts: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  entries: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  annotations: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  edl: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
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
  mediaObjectId: Type.Optional(about(Id, 'id of a clip to attach by its own annotation; use this or `annotationId`')),
  annotationId: Type.Optional(about(Id, 'id of the annotation to attach; use this or `mediaObjectId`')),
  position: Type.Optional(
    about(
      Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
      'index at which to insert, from 0; at the end when absent',
    ),
  ),
})
export type EntryRequest = Type.Static<typeof EntryRequest>

/** Entries that leave a collection. */
export const EntryDetachment = shape('EntryDetachment', {
  annotationIds: Type.Array(Id, { maxItems: 1000, description: 'ids of the attached annotations; at most 1,000' }),
})
export type EntryDetachment = Type.Static<typeof EntryDetachment>

/** Clips that become versions of another. */
export const VersionRequest = shape('VersionRequest', {
  mediaObjectIds: Type.Array(Id, {
    minItems: 1,
    maxItems: 1000,
    description: 'ids of the clips that become its versions, oldest first; at most 1,000',
  }),
})
export type VersionRequest = Type.Static<typeof VersionRequest>

export const ClipVersions = shape('ClipVersions', {
  versionStackId: about(Id, 'id of the collection whose entries are the versions'),
  mediaObjectIds: Type.Array(Id, { description: 'ids of all versions, oldest first' }),
})
export type ClipVersions = Type.Static<typeof ClipVersions>
