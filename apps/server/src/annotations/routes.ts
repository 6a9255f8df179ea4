import { contract } from '@rushes/contract'
import type { Context } from '../platform/context.ts'
import { type Api, implement } from '../platform/http/index.ts'
import { startBulkWorkflow } from './bulk-workflow.ts'
import { countComments } from './comment-count.ts'
import { writeFound } from './found-file.ts'
import * as lists from './lists.ts'
import * as service from './service.ts'

const { annotations } = contract

/** The collections that lie in the share through which the caller came; asked only for visitors. */
export type ListVisitorCollectionIds = (ctx: Context) => Promise<readonly number[]>

/** Which endpoint of annotations is answered by which use case; what a visitor sees is said by the rooms above. */
export function addAnnotationRoutes(api: Api, listVisitorCollectionIds: ListVisitorCollectionIds): void {
  addSingle(api)
  addDeletions(api, listVisitorCollectionIds)
  addLists(api, listVisitorCollectionIds)
}

function addSingle(api: Api): void {
  implement(api, annotations.getMediaObjectAnnotation, async (ctx, { params, query }) => {
    const row = await service.getMediaObjectAnnotation(ctx, params.prId, params.moId)
    const shown = await service.showAnnotation(ctx, row, query)
    return query.includeCommentCount === true ? { ...shown, commentCount: await countComments(ctx, row) } : shown
  })
  implement(api, annotations.patchMediaObjectAnnotation, (ctx, { params, body }) =>
    service.patchMediaObjectAnnotation(ctx, params.prId, params.moId, body),
  )
  implement(api, annotations.createClipAnnotation, (ctx, { params, body }) =>
    service.createClipAnnotation(ctx, params.prId, params.moId, params.type, body),
  )
  implement(api, annotations.getAnnotation, async (ctx, { params, query }) =>
    service.showAnnotation(ctx, await service.getAnnotation(ctx, params.prId, params.anId), query),
  )
  implement(api, annotations.patchAnnotation, (ctx, { params, body }) =>
    service.patchAnyAnnotation(ctx, params.prId, params.anId, body),
  )
}

function addDeletions(api: Api, listVisitorCollectionIds: ListVisitorCollectionIds): void {
  implement(api, annotations.deleteAnnotation, (ctx, { params, query }) =>
    service.deleteOneAnnotation(ctx, params.prId, params.anId, toDeletionOptions(query)),
  )
  implement(api, annotations.deleteAnnotations, async (ctx, { params, body }) =>
    service.deleteAnnotationsInBulk(
      ctx,
      params.prId,
      body,
      ctx.actor.kind === 'visitor' ? await listVisitorCollectionIds(ctx) : undefined,
    ),
  )
  implement(api, annotations.startBulkWorkflow, (ctx, { params, body }) => startBulkWorkflow(ctx, params.prId, body))
}

function toDeletionOptions(query: { detachAssemble?: boolean | undefined; deleteAssemble?: boolean | undefined }) {
  return { detachAssemble: query.detachAssemble === true, deleteAssemble: query.deleteAssemble === true }
}

function addLists(api: Api, listVisitorCollectionIds: ListVisitorCollectionIds): void {
  /** The collections that a visitor's search stays within; nothing for a member of the team. */
  const listWithin = async (ctx: Context) =>
    ctx.actor.kind === 'visitor' ? await listVisitorCollectionIds(ctx) : undefined
  for (const endpoint of [annotations.listAnnotations, annotations.searchAnnotations]) {
    implement(api, endpoint, async (ctx, { params, query }) =>
      lists.searchInProduction(ctx, params.prId, query, await listWithin(ctx)),
    )
  }
  for (const endpoint of [annotations.listAnnotationsOfClip, annotations.searchAnnotationsOfClip]) {
    implement(api, endpoint, async (ctx, { params, query }) =>
      lists.searchInClip(ctx, params.prId, params.moId, query, await listWithin(ctx)),
    )
  }
  implement(api, annotations.searchMediaObjects, (ctx, { params, query }) =>
    lists.searchKind(ctx, params.prId, 'MediaObjectAnnotation', query),
  )
  implement(api, annotations.searchTranscripts, (ctx, { params, query }) =>
    lists.searchKind(ctx, params.prId, 'TranscriptAnnotation', query),
  )
  implement(api, annotations.searchTranscriptsOfClip, (ctx, { params, query }) =>
    lists.searchKindInClip(ctx, params.prId, params.moId, 'TranscriptAnnotation', query),
  )
  implement(api, annotations.listAnnotationsAsFile, async (ctx, { params, query }) => {
    const found = await lists.searchInProduction(ctx, params.prId, { ...query, fl: ['id'] }, await listWithin(ctx))
    return writeFound(ctx, params.prId, found, params.format)
  })
  implement(api, annotations.listAnnotationsOfClipAsFile, async (ctx, { params, query }) => {
    const wanted = { ...query, fl: ['id'] }
    const found = await lists.searchInClip(ctx, params.prId, params.moId, wanted, await listWithin(ctx))
    return writeFound(ctx, params.prId, found, params.format)
  })
  implement(api, annotations.queryAnnotations, (ctx, { params, query }) =>
    lists.searchAsOperator(ctx, params.prId, undefined, query),
  )
  implement(api, annotations.queryAnnotationsOfClip, (ctx, { params, query }) =>
    lists.searchAsOperator(ctx, params.prId, params.moId, query),
  )
  implement(api, annotations.searchAnnotationsOfAccount, (ctx, { params, query }) =>
    lists.searchInAccount(ctx, params.aId, query),
  )
  implement(api, annotations.searchAllAnnotations, (ctx, { query }) => lists.searchEverywhere(ctx, query))
}
