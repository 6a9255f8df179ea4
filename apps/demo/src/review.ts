import { expect, expectRefusal, need } from './check.ts'
import { type Step, withToken } from './stage.ts'

const password = 'only for your eyes'
const commentFrame = 42
export const commentText = 'Could the lighthouse be brighter here?'

/** The review: a collection, shared with someone outside, who comments on a frame; the producer answers and decides. */
export const reviewSteps: Step[] = [
  {
    title: 'Create a collection and attach the clip',
    async run({ producer, productionId: prId, clipId }, tell) {
      const collection = await producer.collections.createCollection({
        prId,
        body: { title: 'For review', funnel: 'SelectionShare' },
      })
      await producer.collections.attachEntries({ prId, id: collection.id, body: [{ mediaObjectId: clipId }] })
      const { items } = await producer.collections.listCollectionEntries({ prId, id: collection.id })
      expect(
        'the clip in the collection',
        items.map(item => item.mediaObjectId),
        [clipId],
      )
      tell(`collection ${collection.id} holds clip ${clipId}`)
      return { collectionId: collection.id }
    },
  },
  {
    title: 'Share it with a password',
    async run({ producer, productionId: prId, collectionId }, tell) {
      const share = await producer.sharing.createShare({
        prId,
        id: collectionId,
        body: {
          label: 'Have a look',
          password,
          permissions: ['VIEW', 'ANNOTATE'],
          clientProperties: { identifyUser: true },
        },
      })
      expect('passwordProtected', share.passwordProtected, true)
      expect('permissions', [...need('permissions', share.permissions)].sort(), ['ANNOTATE', 'VIEW'])
      tell(`share ${share.id} gives ${share.permissions?.join(' and ')}`)
      return { share: { id: share.id, token: need('the share token', share.token) } }
    },
  },
  {
    title: 'Log in as a visitor and identify',
    async run({ url, productionId: prId, share, collectionId, clipId }, tell) {
      const stranger = withToken(url, share.token)
      const message = await expectRefusal(
        'a visit without the password',
        'UnauthorizedError',
        stranger.sharing.loginToShare({ prId, id: share.id, body: {} }),
      )
      tell(`without the password: ${message}`)
      const login = await stranger.sharing.loginToShare({ prId, id: share.id, body: { password } })
      const anonymous = withToken(url, need('the session token', login.token))
      const { sharedUser, token } = await anonymous.sharing.identify({
        prId,
        body: { username: 'Ada', email: 'ada@example.org' },
      })
      const visitor = withToken(url, token)
      const collection = await visitor.collections.getCollection({
        prId,
        id: collectionId,
        query: { includeAnnotations: true },
      })
      expect('the title of the collection', collection.title, 'For review')
      await visitor.media.getMediaObject({ prId, id: clipId })
      await expectRefusal('the rest of the production', 'ForbiddenError', visitor.productions.getProduction({ prId }))
      tell(`${sharedUser.username} sees the collection "${collection.title}" and nothing else`)
      return { visitor }
    },
  },
  {
    title: `Comment on frame ${commentFrame} as the visitor`,
    async run({ visitor, productionId: prId, clipId, share }, tell) {
      const comment = await visitor.annotations.createClipAnnotation({
        prId,
        moId: clipId,
        type: 'clip',
        body: { funnel: 'ReviewComment', description: commentText, start: commentFrame, end: commentFrame + 1 },
      })
      expect('the place of the comment', [comment.start, comment.end], [commentFrame, commentFrame + 1])
      expect('createdByShareId', comment.createdByShareId, share.id)
      tell(
        `comment ${comment.id} at frame ${comment.start}, by shared user ${need('createdBySharedUserId', comment.createdBySharedUserId)}`,
      )
      return { commentId: comment.id }
    },
  },
  {
    title: 'Reply as the producer',
    async run({ producer, productionId: prId, clipId, commentId }, tell) {
      const reply = (relatedToId: number) =>
        producer.annotations.createClipAnnotation({
          prId,
          moId: clipId,
          type: 'clip',
          body: {
            funnel: 'ReviewComment',
            description: 'It will be.',
            relatedToId,
            start: commentFrame,
            end: commentFrame + 1,
          },
        })
      const { id } = await reply(commentId)
      const message = await expectRefusal('a reply to a reply', 'ValidationError', reply(id))
      tell(`reply ${id}; a reply to the reply: ${message}`)
      return {}
    },
  },
  {
    title: 'Set the review status',
    async run({ producer, productionId: prId, clipId }, tell) {
      const set = (value: string) =>
        producer.annotations.patchMediaObjectAnnotation({
          prId,
          moId: clipId,
          body: [{ op: 'add', path: '/reviewStatus', value }],
        })
      const { reviewStatus } = await set('APPROVED')
      expect('the review status', reviewStatus, 'APPROVED')
      const message = await expectRefusal('a status that is not configured', 'ValidationError', set('PERHAPS'))
      tell(`${reviewStatus}; PERHAPS: ${message}`)
      return {}
    },
  },
]
