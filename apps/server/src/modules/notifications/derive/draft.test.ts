import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortByEvent } from './draft.ts'

// notifications-7
test('what is read in one part of the log is listed in its order, comments among the rest', () => {
  const about = { userIds: [1], productionId: 1, cause: '', groupId: 1 }
  const mention = { ...about, kind: 'MENTION', eventId: 'b' } as const
  const reply = { ...about, kind: 'REPLY', eventId: 'b' } as const
  const added = { ...about, kind: 'TEAM_ADDED', eventId: 'a' } as const
  const ready = { ...about, kind: 'CLIP_READY', eventId: 'c' } as const
  const events = ['a', 'b', 'c'].map(id => ({ id }))
  assert.deepEqual(
    sortByEvent([mention, reply, ready, added], events).map(({ kind }) => kind),
    ['TEAM_ADDED', 'MENTION', 'REPLY', 'CLIP_READY'],
  )
})
