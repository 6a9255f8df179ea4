/**
 * Annotations of every kind, which of them are attached to which collection, and the end of a clip.
 * Promises: every clip has exactly one annotation of its own; a change and the mark to rewrite its search
 * document are in one transaction; patches of one annotation follow each other, none is lost.
 * Leaves to others: the clip's files (media), the entries of subtitles (subtitles, by a `contentList`), the collections themselves.
 */

import { defineModule } from '../../platform/module.ts'
import { annotationArchives } from './archive.ts'
import { createBulkWork } from './deletion/bulk-workflow.ts'
import { listAnnotationCustomFields } from './patch/custom-field-store.ts'
import { replaceAnnotationCustomFields } from './patch/update.ts'
import { addAnnotationRoutes } from './routes.ts'
import { createAnnotationDocuments } from './search/documents.ts'

export {
  type AnnotationDetails,
  type AnnotationHead,
  type AnnotationParts,
  type AnnotationRow,
  annotationColumns,
  toAnnotation,
} from './annotation.ts'
export { attachAnnotations, detachAnnotations, listAttached } from './attachments/attachments.ts'
export {
  type AttachedRow,
  findStacksOfClips,
  isClipAttached,
  listAttachedClipIds,
  listAttachments,
  listStackedClipIds,
  stackFunnel,
} from './attachments/store.ts'
export { type CommentHead, findCommentHeads, readCommentTexts } from './comments/store.ts'
export type { ContentList } from './content/lists.ts'
export { addClipAnnotation, createAnnotation, createMediaObjectAnnotation, type NewAnnotation } from './create.ts'
export { deleteAnnotation, deleteAnnotations, deleteClip } from './deletion/delete.ts'
export { describeClip, type PatchRules, patchAnnotation } from './patch/patch.ts'
export { assertSubtitleEditable, readSubtitleStatus, writeSubtitleStatus } from './patch/subtitle-status.ts'
export {
  type AnnotationChange,
  updateAnnotation,
  updateMediaObjectAnnotationFacts,
} from './patch/update.ts'
export { commentFunnel, isHidden, isHiddenFromShare, isOfAnotherShare } from './policy.ts'
export { lockAnnotation, lockAnnotationHead, lockClipAnnotation } from './read.ts'
export { indexEntries } from './search/documents.ts'
export { writeFound } from './search/found-file.ts'
export { searchForVisitor, visibleThroughShare } from './search/lists.ts'
export {
  type AnnotationFilter,
  findClipIdsByLanguage,
  findClipIdsByMember,
  findHeads as findAnnotationHeads,
  findRows as findAnnotations,
  listStartFrames,
} from './store.ts'

export const annotations = defineModule({
  name: 'annotations',
  services: () => ({ annotationFields: { read: listAnnotationCustomFields, write: replaceAnnotationCustomFields } }),
  routes: addAnnotationRoutes,
  searchDocuments: modules => ({ annotation: createAnnotationDocuments(modules) }),
  archive: { parts: annotationArchives, after: ['media'] },
  workflows: () => [createBulkWork()],
})
