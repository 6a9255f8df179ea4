import { contract } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { readListing } from '../../platform/http/answers/listing.ts'
import { type Api, implement, RawReply, toContentDisposition } from '../../platform/http/index.ts'
import { toServedType } from './kinds.ts'
import * as service from './service.ts'

const { files } = contract

/** Which endpoint of small files is answered by which use case. */
export function addFileRoutes(api: Api): void {
  addProductionRoutes(api)
  addAccountRoutes(api)
}

function addProductionRoutes(api: Api): void {
  const { inProduction } = service
  implement(api, files.listFiles, async (ctx, { params, query }) =>
    service.listFiles(ctx, await inProduction(ctx, params.prId), readListing(query)),
  )
  implement(api, files.createFile, async (ctx, { params, body, query }) =>
    service.createFile(ctx, await inProduction(ctx, params.prId), body, query),
  )
  implement(api, files.getFile, async (ctx, { params }) =>
    service.getFile(ctx, await inProduction(ctx, params.prId), params.id),
  )
  implement(api, files.readFile, async (ctx, { params }) =>
    answerWithBytes(ctx, await inProduction(ctx, params.prId), params.id),
  )
  implement(api, files.deleteFile, async (ctx, { params }) =>
    service.deleteFile(ctx, await inProduction(ctx, params.prId), params.id),
  )
}

function addAccountRoutes(api: Api): void {
  const toPlace = ({ id }: { id: number }) => ({ accountId: id })
  implement(api, files.listAccountFiles, (ctx, { params, query }) =>
    service.listFiles(ctx, toPlace(params), readListing(query)),
  )
  implement(api, files.createAccountFile, (ctx, { params, body, query }) =>
    service.createFile(ctx, toPlace(params), body, query),
  )
  implement(api, files.getAccountFile, (ctx, { params }) => service.getFile(ctx, toPlace(params), params.fileId))
  implement(api, files.readAccountFile, (ctx, { params }) => answerWithBytes(ctx, toPlace(params), params.fileId))
  implement(api, files.deleteAccountFile, (ctx, { params }) => service.deleteFile(ctx, toPlace(params), params.fileId))
}

/** To be saved, never to be shown as a page of ours. */
async function answerWithBytes(
  ctx: Context,
  place: Parameters<typeof service.getFileBytes>[1],
  id: number,
): Promise<RawReply> {
  const { file, bytes } = await service.getFileBytes(ctx, place, id)
  const headers = {
    'content-type': toServedType(file.mimeType),
    'content-length': bytes.length,
    'content-disposition': toContentDisposition('attachment', file.filename),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private',
  }
  return new RawReply(200, headers, bytes)
}
