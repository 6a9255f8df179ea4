import { contract } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { type Api, implement } from '../../platform/http/index.ts'
import { createAppend, createClipAnnotation } from './create.ts'
import { startBulkWorkflow } from './deletion/bulk-workflow.ts'
import { deleteAnnotationsInBulk, deleteOneAnnotation } from './deletion/delete.ts'
import { patchMediaObjectAnnotations } from './patch/bulk.ts'
import { patchAnyAnnotation, patchMediaObjectAnnotation } from './patch/patch.ts'
import { getAnnotation, getMediaObjectAnnotation, showAnnotation } from './read.ts'
import { writeFound } from './search/found-file.ts'
import * as lists from './search/lists.ts'

const { annotations } = contract

declare module '../../platform/module.ts' {
  interface Services {
    /** The collections that lie in the share through which the caller came; asked only for visitors. */
    readonly listVisitorCollectionIds: (ctx: Context) => Promise<readonly number[]>
  }
}

/** Which endpoint of annotations is answered by which use case. */
export function addAnnotationRoutes(api: Api): void {
  addSingle(api)
  addDeletions(api)
  addLists(api)
  addFiles(api)
}

/** The collections that what a visitor does stays within; nothing for a member of the team. */
async function listWithin(ctx: Context): Promise<readonly number[] | undefined> {
  return ctx.actor.kind === 'visitor' ? await ctx.platform.services.listVisitorCollectionIds(ctx) : undefined
}

function addSingle(api: Api): void {
  const append = createAppend(api.platform)
  implement(api, annotations.getMediaObjectAnnotation, async (ctx, { params, query }) =>
    showAnnotation(ctx, await getMediaObjectAnnotation(ctx, params.prId, params.moId), query),
  )
  implement(api, annotations.patchMediaObjectAnnotation, (ctx, { params, body }) =>
    patchMediaObjectAnnotation(ctx, params.prId, params.moId, body),
  )
  implement(api, annotations.patchMediaObjectAnnotations, (ctx, { params, body }) =>
    patchMediaObjectAnnotations(ctx, params.prId, body),
  )
  implement(api, annotations.createClipAnnotation, (ctx, { params, body }) =>
    createClipAnnotation(ctx, append, params.prId, params.moId, params.type, body),
  )
  implement(api, annotations.getAnnotation, async (ctx, { params, query }) =>
    showAnnotation(ctx, await getAnnotation(ctx, params.prId, params.anId), query),
  )
  implement(api, annotations.patchAnnotation, (ctx, { params, body }) =>
    patchAnyAnnotation(ctx, params.prId, params.anId, body),
  )
}

function addDeletions(api: Api): void {
  implement(api, annotations.deleteAnnotation, (ctx, { params, query }) =>
    deleteOneAnnotation(ctx, params.prId, params.anId, toDeletionOptions(query)),
  )
  implement(api, annotations.deleteAnnotations, async (ctx, { params, body }) =>
    deleteAnnotationsInBulk(ctx, params.prId, body, await listWithin(ctx)),
  )
  implement(api, annotations.startBulkWorkflow, (ctx, { params, body }) => startBulkWorkflow(ctx, params.prId, body))
}

function toDeletionOptions(query: { detachAssemble?: boolean | undefined; deleteAssemble?: boolean | undefined }) {
  return { detachAssemble: query.detachAssemble === true, deleteAssemble: query.deleteAssemble === true }
}

function addLists(api: Api): void {
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

/** The same lists as files. */
function addFiles(api: Api): void {
  implement(api, annotations.listAnnotationsAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, async query =>
      lists.searchInProduction(ctx, params.prId, query, await listWithin(ctx)),
    ),
  )
  implement(api, annotations.listAnnotationsOfClipAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, async query =>
      lists.searchInClip(ctx, params.prId, params.moId, query, await listWithin(ctx)),
    ),
  )
  implement(api, annotations.searchMediaObjectsAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchKind(ctx, params.prId, 'MediaObjectAnnotation', query)),
  )
  implement(api, annotations.searchTranscriptsAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchKind(ctx, params.prId, 'TranscriptAnnotation', query)),
  )
  implement(api, annotations.searchTranscriptsOfClipAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query =>
      lists.searchKindInClip(ctx, params.prId, params.moId, 'TranscriptAnnotation', query),
    ),
  )
  implement(api, annotations.queryAnnotationsAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchAsOperator(ctx, params.prId, undefined, query)),
  )
  implement(api, annotations.queryAnnotationsOfClipAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchAsOperator(ctx, params.prId, params.moId, query)),
  )
  implement(api, annotations.searchAnnotationsOfAccountAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchInAccount(ctx, params.aId, query)),
  )
  implement(api, annotations.searchAllAnnotationsAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchEverywhere(ctx, query)),
  )
}
