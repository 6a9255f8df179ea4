/** Where a collection may stand; pure functions of their arguments. */

import { brokenRule, type Category, type CollectionType } from '@rushes/contract'

interface Place {
  /** What may stand above it. */
  parent: CollectionType | undefined
  isParentNeeded: boolean
  category: NonNullable<Category['type']>
}

/**
 * A Notebook groups Drafts and other Notebooks; "a Draft may only be the child of a Notebook", and likewise a Scene of
 * an Episode, a StoryPart of a Story. The kind also says which shelf a collection is put on.
 */
const places: Readonly<Record<CollectionType, Place>> = {
  Notebook: { parent: 'Notebook', isParentNeeded: false, category: 'DEFAULT_NOTEBOOK' },
  Draft: { parent: 'Notebook', isParentNeeded: true, category: 'DEFAULT_NOTEBOOK' },
  Episode: { parent: undefined, isParentNeeded: false, category: 'DEFAULT_EPISODE' },
  Scene: { parent: 'Episode', isParentNeeded: true, category: 'DEFAULT_EPISODE' },
  Story: { parent: undefined, isParentNeeded: false, category: 'DEFAULT_STORY' },
  StoryPart: { parent: 'Story', isParentNeeded: true, category: 'DEFAULT_STORY' },
}

/** The type of the category that holds collections of this kind unless another is named. */
export function toDefaultCategoryType(type: CollectionType): NonNullable<Category['type']> {
  return places[type].category
}

/** Refuses a place that a collection of this kind cannot have; `parent` is nothing for one that stands at the top. */
export function assertPlace(type: CollectionType, parent: CollectionType | undefined): void {
  const place = places[type]
  if (parent === undefined) {
    if (place.isParentNeeded) throw brokenRule('/parentId', `a ${type} must be the child of a ${place.parent}`)
    return
  }
  if (place.parent === undefined) throw brokenRule('/parentId', `a ${type} has no parent`)
  if (parent !== place.parent) {
    throw brokenRule('/parentId', `a ${type} can only be the child of a ${place.parent}, not of a ${parent}`)
  }
}

/**
 * Whether an annotation belongs to the visitors of another share: what they said of the clips. The clips that they
 * uploaded are a part of the collection, and seen by whoever it is shared with.
 */
export function isOfAnotherShare(
  annotation: { object_type: string; created_by_share_id: number | null },
  shareId: number,
): boolean {
  if (annotation.object_type === 'MediaObjectAnnotation') return false
  return annotation.created_by_share_id !== null && annotation.created_by_share_id !== shareId
}
