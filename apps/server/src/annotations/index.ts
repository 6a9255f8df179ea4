/**
 * Annotations of every kind, what of them hangs on which collection, and the end of a clip.
 * Promises: every clip has exactly one annotation of its own; a change and the order to write its search
 * document anew stand in one transaction; patches of one annotation follow each other, none is lost.
 * Leaves to others: the clip's files (media), the content of subtitles (subtitles), the collections themselves.
 */
export { annotationArchives } from './archive.ts'
export {
  type AttachedRow,
  isClipAttached,
  listAttachedClipIds,
} from './attachment-store.ts'
export { attachAnnotations, detachAllAnnotations, detachAnnotations, listAttached } from './attachments.ts'
export { createBulkWork } from './bulk-workflow.ts'
export { startContentCare } from './content-care.ts'
export { createAnnotation, createMediaObjectAnnotation, type NewAnnotation } from './create.ts'
export { listAnnotationCustomFields } from './custom-field-store.ts'
export { deleteAnnotation, deleteAnnotations, deleteClip } from './delete.ts'
export { annotationDocuments } from './documents.ts'
export { searchForVisitor, visibleThroughShare } from './lists.ts'
export { type PatchRules, patchAnnotation } from './patch.ts'
export { commentFunnel } from './policy.ts'
export { recallContent, rememberContent } from './remembered-content.ts'
export { replaceAnnotationCustomFields } from './replace-custom-fields.ts'
export { addAnnotationRoutes } from './routes.ts'
export { addClipAnnotation, lockAnnotation, lockAnnotationHead, lockClipAnnotation } from './service.ts'
export {
  type AnnotationFilter,
  findClipIdsByLanguage,
  findClipIdsByMember,
  findHeads as findAnnotationHeads,
  findRows as findAnnotations,
  listStartFrames,
} from './store.ts'
export type { AnnotationDetails, AnnotationHead, AnnotationRow } from './tables.ts'
export { type AnnotationParts, toAnnotation } from './to-annotation.ts'
export { type AnnotationChange, updateAnnotation, updateMediaObjectAnnotationFacts } from './update.ts'
