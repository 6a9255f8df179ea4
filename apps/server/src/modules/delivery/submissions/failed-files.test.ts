import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { MediaObjectRequest, SubmissionStatus } from '@rushes/contract'
import { beginUpload, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

// delivery-21
test('a file that cannot be read gives the submission back; once it is replaced the draft is whole again', async () => {
  const { id: prId } = await kit.createProduction('Deliveries')
  const { delivery, uploads } = kit.admin
  const send = async (bytes: Uint8Array<ArrayBuffer>, request: MediaObjectRequest) => {
    const { mediaObjectId: id, location } = await beginUpload(kit.admin, prId, bytes.length, request)
    await putChunk(location, 0, bytes)
    await uploads.closeUpload({ prId, id: id!, body: {} })
    return id!
  }
  const head = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex')
  const broken = Buffer.concat([head, Buffer.alloc(4000 - head.length, 0xff)])
  const mediaObjectId = await send(broken, { fileName: 'broken.mp4' })
  const request = await delivery.createDeliveryRequest({ prId, body: { label: 'Promo' } })
  const body = { deliveryRequestId: request.id, attachedAnnotations: [{ mediaObjectId }] }
  const { id } = await delivery.createSubmission({ prId, body })
  const untilIt = (status: SubmissionStatus, clips: string) =>
    until(`it is ${status}, its file ${clips}`, async () => {
      const { submissionStatus, allClipsPreDeliveryStatus } = await delivery.getSubmission({ prId, id })
      return submissionStatus === status && allClipsPreDeliveryStatus === clips
    })
  await untilIt('DraftFailed', 'ProbeFailed')
  await send(Buffer.from('notes'), { fileName: 'notes.txt', mediaObjectId, forceOverwrite: true })
  await untilIt('Draft', 'ProbeCompleted')
  assert.equal((await delivery.submitSubmission({ prId, id })).submissionStatus, 'AwaitingProbe')
  await untilIt('AwaitingReview', 'ProbeCompleted')
})
