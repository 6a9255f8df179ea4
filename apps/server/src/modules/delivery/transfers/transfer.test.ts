import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { SubmissionStatus } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until, untilSeen } from '../../../../test/until.ts'

let kit: TestService
let prId: number
let vault: string
let blocked: string
before(async () => {
  vault = await mkdtemp(join(tmpdir(), 'rushes-vault-'))
  blocked = join(vault, 'a file')
  await writeFile(blocked, 'and no folder')
  kit = await startTestService({ RUSHES_VOLUMES: `vault=${vault},blocked=${blocked}` })
  prId = (await kit.createProduction('Deliveries')).id
})
after(async () => {
  await kit.stop()
  await chmod(vault, 0o700)
  await rm(vault, { recursive: true })
})

async function addText(text: string, fileName: string): Promise<number> {
  const bytes = Buffer.from(text)
  const { mediaObjectId: id, location } = await beginUpload(kit.admin, prId, bytes.length, { fileName })
  await putChunk(location, 0, bytes)
  await kit.admin.uploads.closeUpload({ prId, id: id!, body: {} })
  return id!
}

async function deliver(volumeAccessHandle: string, mediaObjectIds: readonly number[]) {
  const request = await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: 'Promo', volumeAccessHandle } })
  const attachedAnnotations = mediaObjectIds.map(mediaObjectId => ({ mediaObjectId }))
  const body = { deliveryRequestId: request.id, attachedAnnotations }
  const { id } = await kit.admin.delivery.createSubmission({ prId, body })
  await kit.admin.delivery.submitSubmission({ prId, id })
  return { id, request }
}
const untilStatus = (id: number, status: SubmissionStatus) =>
  untilSeen('the submission has the status', async () => {
    const submission = await kit.admin.delivery.getSubmission({ prId, id })
    return submission.submissionStatus === status && submission
  })
const listTransfers = async (id: number) =>
  (await kit.admin.events.listProductionEvents({ prId, query: { limit: 1000 } }))
    .filter(({ type, object }) => type.startsWith('Transfer.') && object?.id === id)
    .map(({ type }) => type)

// delivery-27
test('what is delivered to a volume of the service is there, whole, before it is reported to be', async () => {
  const texts = ['the promo', 'another promo']
  const clips = [await addText(texts[0]!, '../../promo.txt'), await addText(texts[1]!, 'promo.txt')]
  const { id, request } = await deliver('vault', clips)
  const done = await untilStatus(id, 'AwaitingReview')
  assert.equal(done.deliveryStatus, 'Delivered')
  const place = `${prId}/${request.id}/1`
  const volume = done.deliveryReport?.volume as { files: { name: string; size: number; sha256: string }[] }
  assert.deepEqual({ ...volume, files: undefined }, { handle: 'vault', place, transferred: true, files: undefined })
  const names = await readdir(join(vault, place))
  assert.deepEqual(names.toSorted(), volume.files.map(({ name }) => name).toSorted(), 'and nothing besides')
  for (const [index, { name, size, sha256 }] of volume.files.entries()) {
    const bytes = await readFile(join(vault, place, name))
    assert.equal(bytes.toString(), texts[index])
    assert.deepEqual([size, sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')])
  }
  assert.deepEqual(await listTransfers(id), ['Transfer.start', 'Transfer.complete'])
  const run = await kit.admin.workflows.getWorkflow({ prId, id: done.deliveryWorkflowId! } as never)
  assert.equal(run.status, 'Completed')
})

/** Delivers to a volume that takes nothing, until every attempt has failed: the test does not wait for them. */
async function failToDeliver() {
  const { id, request } = await deliver('blocked', [await addText('a promo', 'promo.txt')])
  const workflowId = await untilSeen(
    'the delivery has begun',
    async () => (await kit.admin.delivery.getSubmission({ prId, id })).deliveryWorkflowId,
  )
  const { database, signals } = kit.service.platform
  await until('the delivery has failed', async () => {
    await database.updateTable('workflow_task').set({ run_at: 0 }).where('run_at', '>', 0).execute()
    signals.emit('workflows')
    const { status } = await kit.admin.workflows.getWorkflow({ prId, id: workflowId } as never)
    return status === 'Error'
  })
  return { failed: await untilStatus(id, 'DeliveryFailed'), id, request }
}

// delivery-27
test('a transfer that cannot be done is no delivery: it is reported with the reason, and the supplier may try again', async () => {
  const { failed, id, request } = await failToDeliver()
  assert.equal(failed.deliveryStatus, 'Failed')
  assert.match(failed.deliveryError ?? '', /ENOTDIR|EEXIST/)
  assert.deepEqual(await listTransfers(id), ['Transfer.start', 'Transfer.failed'])
  const again = await kit.admin.delivery.createSubmission({ prId, body: { deliveryRequestId: request.id } })
  assert.equal(again.submissionVersion, 2)
  // delivery-30
  await assert.rejects(redeliver(id), refusal(409, 'has a submission already'))
})

const redeliver = (id: number, api = kit.admin) => api.delivery.redeliverSubmission({ prId, id })

// delivery-30
test('once the volume takes files again, a failed delivery is repeated with all that was submitted', async () => {
  const { failed, id, request } = await failToDeliver()
  const rights = ['PRODUCTION_VIEW', 'LIBRARY_UPLOAD'] as const
  const { api: supplier } = await kit.createMember(prId, { rights: [...rights] })
  await assert.rejects(redeliver(id, supplier), refusal(403, 'DELIVERY_MANAGE'))
  await rm(blocked)
  await mkdir(blocked)
  try {
    const begun = await redeliver(id)
    const state = [begun.submissionStatus, begun.deliveryStatus, begun.deliveryError]
    assert.deepEqual(state, ['AwaitingDelivery', 'Pending', undefined])
    const done = await untilStatus(id, 'AwaitingReview')
    assert.deepEqual(done.attachedAnnotations, failed.attachedAnnotations)
    assert.notEqual(done.deliveryWorkflowId, failed.deliveryWorkflowId)
    assert.equal((await readdir(join(blocked, `${prId}/${request.id}/1`))).length, 1)
    const expected = ['Transfer.start', 'Transfer.failed', 'Transfer.start', 'Transfer.complete']
    assert.deepEqual(await listTransfers(id), expected)
    await assert.rejects(redeliver(id), refusal(409, 'It is AwaitingReview'))
  } finally {
    await rm(blocked, { recursive: true })
    await writeFile(blocked, 'and no folder')
  }
})

// delivery-27
test('a handle that is no volume of the service transfers nothing, and the report says so', async () => {
  const { id } = await deliver('elsewhere', [await addText('a promo', 'promo.txt')])
  const done = await untilStatus(id, 'AwaitingReview')
  const { handle, transferred } = done.deliveryReport?.volume as { handle: string; transferred: boolean }
  assert.deepEqual([handle, transferred], ['elsewhere', false])
  assert.deepEqual(await listTransfers(id), [])
})
