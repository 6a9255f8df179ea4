import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, followShareEvents } from '@rushes/client'
import type { Event, ShareObject } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { countStatements } from '../../../../test/running/requests/count-statements.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { within } from '../../../../test/until.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let kit: TestService
let scene: Scene
let collectionId: number
let inside: number
let outside: number
let share: ShareObject
let other: ShareObject
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  collectionId = (await scene.createCollection({ title: 'For review' })).id
  inside = (await scene.createClip(collectionId, 'Inside')).moId
  outside = (await scene.createClip(undefined, 'Outside')).moId
  const permissions = ['VIEW', 'ANNOTATE'] as const
  share = await scene.createShare(collectionId, { permissions: [...permissions] })
  other = await scene.createShare(collectionId, { permissions: [...permissions] })
})
after(() => kit.stop())

/**
 * A visitor who listens; `next` gives the next event of comments or of changed clips, `find` the next that is wanted,
 * `leave` ends it. A stream may
 * also report what has just happened, such as the creation of the clips of these tests: that is passed over.
 */
async function listen(api: Client, id = share.id) {
  const leaving = new AbortController()
  const begun = Promise.withResolvers<void>()
  const events = followShareEvents(api, {
    prId: scene.prId,
    id,
    signal: leaving.signal,
    onBegin: () => begun.resolve(),
  })
  const first = events.next()
  first.catch(() => {})
  await Promise.race([begun.promise, first])
  let pending: typeof first | undefined = first
  const next = async () => {
    for (;;) {
      const { value } = await within('the stream sends an event', pending ?? events.next())
      pending = undefined
      if (value?.type !== 'Media.create') return value
    }
  }
  const find = async (isWanted: (event: Event) => boolean): Promise<Event> => {
    for (;;) {
      const event = await next()
      assert.ok(event, 'the stream has ended')
      if (isWanted(event)) return event
    }
  }
  return { next, find, leave: () => leaving.abort() }
}

function say(api: Client, moId: number, description: string, relatedToId?: number) {
  const reply = relatedToId === undefined ? {} : { relatedToId }
  const body = { funnel: 'ReviewComment', description, start: 1, end: 2, ...reply }
  return api.annotations.createClipAnnotation({ prId: scene.prId, moId, type: 'clip', body })
}

describe('the event stream of a share', () => {
  // sharing-44
  test('tells its visitors what the team and others of the share say of its clips, and not who they are', async () => {
    const [ann, bob] = await Promise.all([scene.visitAs(share, 'ann'), scene.visitAs(share, 'bob')])
    const stream = await listen(ann)
    const byTeam = await say(scene.owner, inside, 'Too dark')
    const first = await stream.next()
    assert.deepEqual(first, {
      id: first?.id,
      objectType: 'Event',
      type: 'Annotation.create',
      verb: 'Annotation.create',
      created: first?.created,
      productionId: scene.prId,
      object: {
        objectType: 'ClipAnnotation',
        id: byTeam.id,
        funnel: 'ReviewComment',
        mediaObjectId: inside,
        version: 1,
      },
    })
    const reply = await say(bob, inside, 'It is night', byTeam.id)
    assert.equal((await stream.next())?.object?.id, reply.id)
    await kit.admin.annotations.deleteAnnotation({ prId: scene.prId, anId: byTeam.id })
    // The reply goes with it, and is not told apart.
    const gone = await stream.next()
    assert.deepEqual([gone?.verb, gone?.object?.id], ['Annotation.delete', byTeam.id])
    stream.leave()
  })

  // sharing-44
  test('tells nothing of what is outside the share, nor of what is said through another one', async () => {
    const [ann, stranger] = await Promise.all([scene.visitAs(share, 'ann'), scene.visitAs(other, 'stranger')])
    const stream = await listen(ann)
    await say(scene.owner, outside, 'Elsewhere')
    await kit.admin.productions.updateSetting({ prId: scene.prId, key: 'defaultLanguage', body: 'nl' })
    const foreign = await say(stranger, inside, 'Through another share')
    const answer = await say(scene.owner, inside, 'Answered there', foreign.id)
    await kit.admin.annotations.deleteAnnotation({ prId: scene.prId, anId: answer.id })
    await kit.admin.annotations.deleteAnnotation({ prId: scene.prId, anId: foreign.id })
    const own = await say(ann, inside, 'Ours')
    assert.equal((await stream.next())?.object?.id, own.id)
    stream.leave()
  })

  // sharing-44
  test('reports a new review status, and no comment once its clip has left the collection', async () => {
    const ann = await scene.visitAs(share, 'ann')
    const { moId, moaId } = await scene.createClip(collectionId, 'Leaving')
    const stream = await listen(ann)
    const body = [{ op: 'add' as const, path: '/reviewStatus', value: 'APPROVED' }]
    await kit.admin.annotations.patchMediaObjectAnnotation({ prId: scene.prId, moId, body })
    // It may also receive what has just happened.
    const changed = await stream.find(({ type }) => type === 'Media.update')
    assert.equal(changed.object?.mediaObjectId, moId)
    await kit.admin.collections.detachEntry({ prId: scene.prId, id: collectionId, annotationId: moaId })
    await say(scene.owner, moId, 'Nobody hears')
    const heard = await say(scene.owner, inside, 'Everybody hears')
    const created = await stream.find(({ type }) => type === 'Annotation.create')
    assert.equal(created.object?.id, heard.id)
    stream.leave()
  })

  test('takes as many statements a comment for twenty streams of four shares as for one', async () => {
    const shares = await Promise.all([1, 2, 3, 4].map(() => scene.createShare(collectionId)))
    const visitors = await Promise.all(shares.map(each => scene.visit(each)))
    type Stream = Awaited<ReturnType<typeof listen>>
    const comments = 8
    const write = (streams: readonly Stream[]) =>
      countStatements(kit.service.platform.pool, async () => {
        for (let at = 0; at < comments; at++) {
          const { id } = await say(scene.owner, inside, `Comment ${at}`)
          await Promise.all(streams.map(stream => stream.find(({ object }) => object?.id === id)))
        }
      })
    const first = await listen(visitors[0]!, shares[0]!.id)
    const withOne = await write([first])
    const others = await Promise.all(
      Array.from({ length: 19 }, (_, at) => listen(visitors[at % 4]!, shares[at % 4]!.id)),
    )
    const withMany = await write([first, ...others])
    for (const stream of [first, ...others]) stream.leave()
    // Whether a stream may go on is asked at its own pace, not for each comment.
    assert.ok(withMany < 2 * withOne + 100, `${withOne} statements with one stream, ${withMany} with twenty`)
  })

  // sharing-44
  test('is closed to the visitors of another share and to the team of another production, and ends with the share', async () => {
    const { prId } = scene
    const stranger = await scene.visitAs(other, 'stranger')
    await assert.rejects(stranger.sharing.streamShareEvents({ prId, id: share.id }), refusal(404))
    const { api } = await kit.createUser()
    await assert.rejects(api.sharing.streamShareEvents({ prId, id: share.id }), refusal(403))
    const ending = await scene.createShare(collectionId)
    const stream = await listen(await scene.visit(ending), ending.id)
    await scene.owner.sharing.deleteShare({ prId, id: ending.id })
    await assert.rejects(async () => {
      while (await stream.next());
    }, refusal(401))
  })
})
