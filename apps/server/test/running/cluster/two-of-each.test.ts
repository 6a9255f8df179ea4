/** Two nodes of each role that works in the background: whatever there is to do is done once, also while one of them stops. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, waitForWorkflow } from '@rushes/client'
import { insertClose, releaseClosesOfOthers } from '../../../src/modules/uploads/close/close-store.ts'
import { type MailReceiver, startMailReceiver } from '../../peers/mail-receiver.ts'
import { type Receiver, startReceiver } from '../../peers/receiver.ts'
import { beginUpload, putChunk } from '../../scene/begin-upload.ts'
import { createOwnProduction } from '../../service-process.ts'
import { until } from '../../until.ts'
import { type Nodes, startNodes } from './nodes.ts'

const roles = ['api', 'worker', 'worker', 'background', 'background'] as const
const rounds = 10

let post: MailReceiver
let receiver: Receiver
let nodes: Nodes
let api: Client
let accountId: number
let prId: number
before(async () => {
  post = await startMailReceiver()
  receiver = await startReceiver()
  const settings = {
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'Rushes <rushes@house.example>',
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
  }
  nodes = await startNodes(
    settings,
    roles.map(role => ({ RUSHES_ROLE: role })),
  )
  api = await nodes.signIn(0)
  ;({ accountId, prId } = await createOwnProduction(api))
})
after(async () => {
  await nodes?.stop()
  await receiver?.stop()
  await post?.stop()
})

const bytes = new TextEncoder().encode('a note')

async function begin(): Promise<{ id: number; uploadId: string; workflowId: string }> {
  const clip = await beginUpload(api, prId, bytes.length, { fileName: 'notes.txt' })
  assert.equal((await putChunk(clip.location, 0, bytes)).status, 204)
  return clip
}

/** One of each kind of work; gives the comment, the clip and the address that it is about. */
async function ask(round: number) {
  const { id: moId, workflowId } = await begin()
  await api.uploads.closeUpload({ prId, id: moId, body: {} })
  const body = { start: 0, description: `word${crypto.randomUUID().replaceAll('-', '')}` }
  const { id } = await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
  const email = `guest-${round}@house.example`
  await api.productions.addParticipant({ prId, body: { email, rights: ['PRODUCTION_VIEW'] } })
  return { id, word: body.description, moId, workflowId, email }
}

/** A clip whose close a node had begun that died. */
async function beginClose(): Promise<number> {
  const { id, uploadId } = await begin()
  const { db } = nodes.database
  const change = { state: 'CLOSING', generation: 1 } as const
  await db.updateTable('upload_session').set(change).where('id', '=', Number(uploadId)).execute()
  await insertClose(db, Number(uploadId), 'a node that died', { skipIngest: true })
  return id
}

test('webhooks, mail, tasks, closes and removals are done once', async () => {
  await api.webhooks.createWebhook({ id: accountId, body: { url: receiver.url, types: ['Annotation.create'] } })
  const asked = []
  const closing = await Promise.all([beginClose(), beginClose(), beginClose()])
  await releaseClosesOfOthers(nodes.database.db, 'all of them')
  for (let round = 0; round < rounds; round++) {
    asked.push(await ask(round))
    // The other one goes on.
    if (round === rounds / 2) await nodes.services[roles.indexOf('background')]!.stop()
  }

  for (const { workflowId, word, email } of asked) {
    const report = await waitForWorkflow(api, { prId, id: workflowId })
    assert.equal(report.status, 'Completed')
    await until('it is found', async () => {
      return (await api.annotations.searchAnnotations({ prId, query: { q: word } })).numFound === 1
    })
    await post.waitFor(1, email)
  }
  const { rows } = await nodes.database.pool.query<{ attempts: number }>('select distinct attempts from workflow_task')
  assert.deepEqual(rows, [{ attempts: 1 }])
  await until('the closes are over', async () => {
    const states = await Promise.all(closing.map(id => api.uploads.getUpload({ prId, id })))
    return states.every(({ closed }) => closed)
  })
  await receiver.waitFor(rounds)
  for (const { moId } of asked) await api.media.deleteMediaObject({ prId, id: moId })
  await until('nothing is to be removed', async () => {
    return (await nodes.database.pool.query('select from media_removal')).rows.length === 0
  })

  // What would be done again has had the time for it.
  const query = { type: ['Transfer.complete' as const], limit: 100 }
  const events = await api.events.listProductionEvents({ prId, query })
  const ended = events.map(({ target, object }) => `${target?.id}/${object?.id}`)
  assert.equal(ended.length, rounds + closing.length)
  assert.equal(new Set(ended).size, ended.length)
  const called = receiver.received.map(({ event }) => event.object?.id)
  assert.deepEqual(
    called,
    asked.map(({ id }) => id),
    'each once and in order',
  )
  assert.deepEqual(post.mails.map(({ to }) => to[0]).toSorted(), asked.map(({ email }) => email).toSorted())
})
