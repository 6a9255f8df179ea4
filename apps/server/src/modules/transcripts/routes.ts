import { contract } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import type { TranscriptAddress } from './address.ts'
import { mergeParagraph, patchParagraph, splitParagraph } from './edit/paragraph.ts'
import { renameSpeaker } from './edit/rename-speaker.ts'
import { listSpeechEngines } from './engines/list.ts'
import { getTranscript } from './reading/show.ts'
import { startTranscription } from './recognition/workflow.ts'
import { deleteSecret, listSecrets, setSecret } from './secrets/service.ts'
import { deleteTranscript, replaceTranscript } from './writing/replace.ts'

const { transcripts } = contract

/** Which endpoint of transcripts is answered by which use case. */
export function addTranscriptRoutes(api: Api): void {
  const { speech } = api.platform.services
  implement(api, transcripts.startTranscription, (ctx, { params, body }) =>
    startTranscription(ctx, { productionId: params.prId, mediaObjectId: params.moId }, body ?? {}, speech),
  )
  implement(api, transcripts.getTranscript, (ctx, { params, exchange }) =>
    getTranscript(ctx, toAddressOf(params), exchange.headers.accept),
  )
  implement(api, transcripts.replaceTranscript, (ctx, { params, body }) =>
    replaceTranscript(ctx, toAddressOf(params), body),
  )
  implement(api, transcripts.deleteTranscript, async (ctx, { params }) => {
    await deleteTranscript(ctx, toAddressOf(params))
    return undefined
  })
  implement(api, transcripts.patchParagraph, (ctx, { params, body }) =>
    patchParagraph(ctx, toAddressOf(params), params.anId, body),
  )
  implement(api, transcripts.splitParagraph, (ctx, { params, body }) =>
    splitParagraph(ctx, toAddressOf(params), params.anId, body),
  )
  implement(api, transcripts.mergeParagraph, (ctx, { params }) => mergeParagraph(ctx, toAddressOf(params), params.anId))
  implement(api, transcripts.renameSpeaker, (ctx, { params, body }) => renameSpeaker(ctx, toAddressOf(params), body))
  implement(api, transcripts.listSpeechEngines, (ctx, { params }) => listSpeechEngines(ctx, params.prId, speech))
  implement(api, transcripts.listSpeechSecrets, async (ctx, { params }) => {
    const items = await listSecrets(ctx, params.id)
    return { items, offset: 0, total: items.length }
  })
  implement(api, transcripts.setSpeechSecret, (ctx, { params, body }) => setSecret(ctx, params.id, params.name, body))
  implement(api, transcripts.deleteSpeechSecret, async (ctx, { params }) => {
    await deleteSecret(ctx, params.id, params.name)
    return undefined
  })
}

function toAddressOf({ prId, moId, language }: { prId: number; moId: number; language: string }): TranscriptAddress {
  return { productionId: prId, mediaObjectId: moId, language }
}
