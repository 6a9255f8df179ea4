/** Where a collection may stand; pure functions of their arguments. */

import { brokenRule, type Category, type CollectionType, collectionPlaces } from '@rushes/contract'

/** The type of the category that holds collections of each kind unless another is named. */
const defaultCategories: Readonly<Record<CollectionType, NonNullable<Category['type']>>> = {
  Notebook: 'DEFAULT_NOTEBOOK',
  Draft: 'DEFAULT_NOTEBOOK',
  Episode: 'DEFAULT_EPISODE',
  Scene: 'DEFAULT_EPISODE',
  Story: 'DEFAULT_STORY',
  StoryPart: 'DEFAULT_STORY',
}

export function toDefaultCategoryType(type: CollectionType): NonNullable<Category['type']> {
  return defaultCategories[type]
}

/** What a category of each type holds; UNASSIGNED is for clips that are in no collection. */
const held: Readonly<Record<NonNullable<Category['type']>, readonly CollectionType[]>> = {
  DEFAULT_NOTEBOOK: ['Notebook', 'Draft'],
  DEFAULT_EPISODE: ['Episode', 'Scene'],
  DEFAULT_STORY: ['Story', 'StoryPart'],
  USER_DEFINED: ['Notebook', 'Draft'],
  UNASSIGNED: [],
}

/** Refuses a category that holds no collections of this kind. */
export function assertCategory(type: CollectionType, { type: categoryType = 'USER_DEFINED' }: Category): void {
  if (held[categoryType].includes(type)) return
  throw brokenRule('/categoryId', `a ${type} cannot be in a category of type ${categoryType}`)
}

/** Refuses a place that a collection of this kind cannot have; `parent` is nothing for one at the top. */
export function assertPlace(type: CollectionType, parent: CollectionType | undefined): void {
  const place = collectionPlaces[type]
  if (parent === undefined) {
    if (place.isParentNeeded) throw brokenRule('/parentId', `a ${type} must be the child of a ${place.parent}`)
    return
  }
  if (place.parent === undefined) throw brokenRule('/parentId', `a ${type} has no parent`)
  if (parent !== place.parent) {
    throw brokenRule('/parentId', `a ${type} can only be the child of a ${place.parent}, not of a ${parent}`)
  }
}
