/** A production with one of everything, so that every route leads somewhere. */

import type { Client } from '@rushes/client'
import { FileBody, productionRights, type SharePermission, sharePermissions } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { waitForWorkflow } from '../../../src/modules/workflows/index.ts'
import { createServiceContext } from '../../../src/platform/context.ts'
import { addFile } from '../../scene/add-file.ts'
import { createClip, presetId } from '../../scene/subtitles.ts'
import type { TestService } from '../../service.ts'
import type { Ids } from './calls.ts'

export interface Estate {
  readonly prId: number
  /** A member with every right. */
  readonly member: Client
  readonly collectionId: number
  readonly moId: number
  readonly moaId: number
  /** Where every route of the contract leads in this production. */
  readonly ids: Ids
  /** A share of the collection. */
  share(permissions?: readonly SharePermission[]): Promise<{ id: number; token: string }>
  /** The token of a session that this share token opens. */
  visit(share: { id: number; token: string }): Promise<string>
  /** The token of an identified session. */
  identify(session: string, username?: string): Promise<string>
}

export const secretText = 'what nobody outside may read'

export async function buildEstate(kit: TestService, accountId = kit.accountId): Promise<Estate> {
  const { admin } = kit
  const { id: prId } = await admin.productions.createProduction({ body: { accountId, name: `Estate: ${secretText}` } })
  const { user, api: member } = await kit.createMember(prId, { rights: [...productionRights] })
  await admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [{ id: presetId, name: 'Television' }] })
  const { id: collectionId } = await member.collections.createCollection({ prId, body: { title: secretText } })
  const moId = await createClip(kit, prId, RATE_25)
  const { id: moaId } = await member.annotations.getMediaObjectAnnotation({ prId, moId })
  await member.collections.attachEntries({ prId, id: collectionId, body: [{ annotationId: moaId }] })
  const { id: instanceId } = await addFile(kit, prId, moId, Buffer.from('bytes of the estate'))
  const comment = await member.annotations.createClipAnnotation({
    prId,
    moId,
    type: 'comment',
    body: { objectType: 'ClipAnnotation', funnel: 'ReviewComment', description: secretText, start: 0, end: 1 },
  })
  const place = { prId, moId, language: 'en', presetId }
  await member.subtitles.getSubtitle(place)
  await admin.productions.updateSetting({
    prId,
    key: 'transcription',
    body: { engine: 'test', configuration: { url: 'https://speech.example/', model: 'tiny' } },
  })
  const transcript = await admin.transcripts.replaceTranscript({
    prId,
    moId,
    language: 'en',
    body: new FileBody('text/vtt', Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${secretText}\n`)),
  })
  const run = await member.subtitles.exportSubtitle({ ...place, body: {} })
  await waitForWorkflow(createServiceContext(kit.service.platform, 'test'), run.workflowId, AbortSignal.timeout(20_000))
  const category = await member.productions.createCategory({ prId, body: { name: 'A category' } })
  const role = await member.productions.createRole({ prId, body: { name: 'A role', permissions: [] } })
  const search = await member.savedSearches.createSavedSearch({ prId, body: { name: 'A search' } })
  const request = await admin.delivery.createDeliveryRequest({ prId, body: { label: 'A request' } })
  const submission = await member.delivery.createSubmission({ prId, body: { deliveryRequestId: request.id } })
  const thesaurus = await admin.thesauri.createThesaurus({ accountId, body: { label: 'Words' } })
  await admin.thesauri.writeEntries({ accountId, id: thesaurus.id, body: [{ label: 'A word', value: 'word' }] })
  const webhook = await admin.webhooks.createWebhook({
    id: accountId,
    body: { url: 'https://receiver.example/', active: false },
  })
  const file = await member.files.createFile({ prId, body: { filename: 'a.txt', content: 'YQ==' } })
  const accountFile = await admin.files.createAccountFile({
    id: accountId,
    body: { filename: 'a.txt', content: 'YQ==' },
  })

  async function share(permissions: readonly SharePermission[] = sharePermissions) {
    const made = await member.sharing.createShare({ prId, id: collectionId, body: { permissions: [...permissions] } })
    return { id: made.id, token: made.token! }
  }
  const first = await share()
  return {
    prId,
    member,
    collectionId,
    moId,
    moaId,
    share,
    async visit({ id, token }) {
      return (await kit.client(token).sharing.loginToShare({ prId, id, body: {} })).token
    },
    async identify(session, username = 'Ann') {
      const body = { username, email: `${username.toLowerCase()}@example.org` }
      return (await kit.client(session).sharing.identify({ prId, body })).token
    },
    ids: {
      prId,
      moId,
      'mo/id': moId,
      'moi/moiId': instanceId,
      'media/instanceId': instanceId,
      'eo/id': collectionId,
      'entry/annotationId': moaId,
      anId: comment.id,
      'paragraph/anId': transcript.paragraphs[0]!.id,
      'share/id': first.id,
      'category/id': category.id,
      'role/id': role.id,
      'savedSearch/id': search.id,
      'delivery_request/id': request.id,
      'delivery_request_submission/id': submission.id,
      'thesaurus/id': thesaurus.id,
      'webhook/webhookId': webhook.id,
      'file/id': file.id,
      'file/fileId': accountFile.id,
      'workflow/id': run.workflowId,
      // Of `{alias}/{id}`, which has no word before it.
      id: run.workflowId,
      'subtitle/workflowId': run.workflowId,
      'participants/userId': user.id,
      'user/id': user.id,
      'account/id': accountId,
      aId: accountId,
      accountId,
      presetId,
      language: 'en',
      format: 'srt',
      n: 0,
    },
  }
}
