import { contract, FileBody } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import { startAutomaticSubtitles } from './automatic/start.ts'
import { deleteSubtitle, patchSubtitle } from './change/change.ts'
import { convertSubtitle } from './conversion/convert.ts'
import { type AuthorizeExporter, downloadExport } from './export/link.ts'
import { startExport } from './export/workflow.ts'
import { getSubtitle } from './files/get.ts'
import { importSubtitle, replaceSubtitle } from './files/replace.ts'
import { answerJson } from './show.ts'
import type { SubtitleAddress } from './target.ts'
import { compareSubtitles } from './versions/compare.ts'

const { subtitles } = contract

/** Which endpoint of subtitles is answered by which use case. */
export function addSubtitleRoutes(api: Api): void {
  const { speech } = api.platform.services
  const authorizeExporter: AuthorizeExporter = (bearer, params) =>
    api.authorizeLink(subtitles.exportSubtitle.access, bearer, params)
  for (const endpoint of [subtitles.getSubtitle, subtitles.getSubtitleOfLanguage]) {
    implement(api, endpoint, (ctx, { params, query, exchange }) =>
      getSubtitle(ctx, toAddress(params), { ...query, accept: exchange.headers.accept }),
    )
  }
  for (const endpoint of [subtitles.patchSubtitle, subtitles.patchSubtitleOfLanguage]) {
    implement(api, endpoint, async (ctx, { params, body }) =>
      answerJson(await patchSubtitle(ctx, toAddress(params), body)),
    )
  }
  for (const endpoint of [subtitles.replaceSubtitle, subtitles.replaceSubtitleOfLanguage]) {
    implement(api, endpoint, (ctx, { params, query, body }) =>
      body instanceof FileBody
        ? importSubtitle(ctx, toAddress(params), body, query)
        : replaceSubtitle(ctx, toAddress(params), body),
    )
  }
  for (const endpoint of [subtitles.deleteSubtitle, subtitles.deleteSubtitleOfLanguage]) {
    implement(api, endpoint, (ctx, { params, query }) => deleteSubtitle(ctx, toAddress(params), query))
  }
  for (const endpoint of [subtitles.exportSubtitle, subtitles.exportSubtitleOfLanguage]) {
    implement(api, endpoint, (ctx, { params, query, body }) =>
      startExport(ctx, toAddress(params), body, query.includeTranslatedToIds === true),
    )
  }
  implement(api, subtitles.compareSubtitles, (ctx, { params, query }) =>
    compareSubtitles(ctx, toAddress({ ...params, ...query }), {
      language: params.otherLanguage,
      presetId: query.otherPresetId,
    }),
  )
  implement(api, subtitles.createAdvancedSubtitle, (ctx, { params, body }) =>
    startAutomaticSubtitles(ctx, { productionId: params.prId, mediaObjectId: params.moId }, body, speech),
  )
  implement(api, subtitles.convertSubtitle, (ctx, { query, body, exchange }) =>
    convertSubtitle(ctx, body, query, exchange.headers.accept),
  )
  implement(api, subtitles.downloadSubtitleExport, (ctx, { params, query }) =>
    downloadExport(ctx, authorizeExporter, params.workflowId, query),
  )
}

function toAddress(params: {
  prId: number
  moId: number
  language: string
  presetId?: string | undefined
}): SubtitleAddress {
  const { prId: productionId, moId: mediaObjectId, language, presetId } = params
  return { productionId, mediaObjectId, language, presetId }
}
