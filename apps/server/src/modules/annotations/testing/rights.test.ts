import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProductionRight, SharePermission } from '@rushes/contract'
import type { Actor } from '../../../platform/security/actor.ts'
import { assertMayChange, assertMayCreate, assertMayDelete } from '../policy.ts'

const me = 7
const sharedUser = { id: 70, username: 'visitor', email: '' }
const authorKeys = ['user 7', 'visitor 1']

function user(...rights: ProductionRight[]): Actor {
  return { kind: 'user', userId: me, username: 'me', systemRights: new Set(), rights: new Set(rights), sessionId: 1 }
}

function visitor(permissions: SharePermission[], isIdentified = true): Actor {
  return {
    kind: 'visitor',
    productionId: 1,
    shareId: 2,
    editorialObjectId: 3,
    permissions: new Set(permissions),
    sharedUser: isIdentified ? sharedUser : undefined,
    authorKeys,
    sessionId: 4,
  }
}

const nobodys = { creator_id: null, author_key: null }
const clip = { object_type: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation', ...nobodys } as const
const subclip = { object_type: 'ClipAnnotation', funnel: 'ClipAnnotation', ...nobodys, creator_id: me } as const
const subtitle = { object_type: 'StructuredAnnotation', funnel: 'Subtitle', ...nobodys } as const
const transcript = { object_type: 'TranscriptAnnotation', funnel: 'TranscriptAnnotation', ...nobodys } as const
const comment = { object_type: 'ClipAnnotation', funnel: 'ReviewComment', ...nobodys } as const
const mine = { ...comment, creator_id: me }
const others = { ...comment, creator_id: 8 }
const visitors = { ...comment, author_key: 'visitor 1' }

type Case = [what: string, act: () => void, missing: string | undefined]

function check(cases: Case[]): void {
  for (const [what, act, missing] of cases) {
    test(`${what}: ${missing === undefined ? 'yes' : `no, ${missing} is missing`}`, () => {
      if (missing === undefined) assert.doesNotThrow(act)
      else assert.throws(act, { name: 'ForbiddenError', data: { right: missing } })
    })
  }
}

describe('creating', () => {
  const create = (actor: Actor, funnel: string) => () => assertMayCreate(actor, funnel)
  check([
    ['a comment with REVIEW_EDIT', create(user('REVIEW_EDIT'), 'ReviewComment'), undefined],
    ['a comment with LOG_EDIT', create(user('LOG_EDIT'), 'ReviewComment'), 'REVIEW_EDIT'],
    ['a subclip with LOG_EDIT', create(user('LOG_EDIT'), 'ClipAnnotation'), undefined],
    ['a subclip with REVIEW_EDIT', create(user('REVIEW_EDIT'), 'ClipAnnotation'), 'LOG_EDIT'],
    ['a comment by a visitor who may annotate', create(visitor(['ANNOTATE']), 'ReviewComment'), undefined],
    ['a comment by a visitor who may review', create(visitor(['REVIEW']), 'ReviewComment'), undefined],
    ['a comment by a visitor who may look', create(visitor(['VIEW']), 'ReviewComment'), 'REVIEW'],
    ['a comment by nobody known', create(visitor(['REVIEW'], false), 'ReviewComment'), 'to be identified'],
    ['a subclip by a visitor', create(visitor(['REVIEW', 'ANNOTATE']), 'ClipAnnotation'), 'LOG_EDIT'],
    ['anything by the service', create({ kind: 'service' }, 'ClipAnnotation'), undefined],
    ['anything by nobody', create({ kind: 'anonymous' }, 'ReviewComment'), 'REVIEW_EDIT'],
  ])
})

// annotations-14
describe('changing', () => {
  const change =
    (actor: Actor, row: Parameters<typeof assertMayChange>[1], ...members: string[]) =>
    () =>
      assertMayChange(actor, row, members)
  const allButComments = user('LIBRARY_UPDATE_METADATA', 'LOG_EDIT', 'REVIEW_STATUS_EDIT', 'SUBTITLE_EDIT')
  check([
    ['my comment with REVIEW_EDIT', change(user('REVIEW_EDIT'), mine, 'description'), undefined],
    ['my comment without it', change(user('LOG_EDIT'), mine, 'description'), 'REVIEW_EDIT'],
    ['another’s with REVIEW_EDIT', change(user('REVIEW_EDIT'), others, 'description'), 'REVIEW_EDIT_ALL'],
    ['another’s with REVIEW_EDIT_ALL', change(user('REVIEW_EDIT_ALL'), others, 'description'), undefined],
    ['a visitor’s with REVIEW_EDIT', change(user('REVIEW_EDIT'), visitors, 'description'), 'REVIEW_EDIT_ALL'],
    ['another’s with every other right', change(allButComments, others, 'description'), 'REVIEW_EDIT_ALL'],
    ['their own by a visitor', change(visitor(['ANNOTATE']), visitors, 'description'), undefined],
    ['their own by a visitor who may only look now', change(visitor(['VIEW']), visitors, 'x'), 'REVIEW_EDIT_ALL'],
    ['a user’s by a visitor', change(visitor(['REVIEW']), mine, 'description'), 'REVIEW_EDIT_ALL'],
    ['a user’s by a nameless visitor', change(visitor(['REVIEW'], false), mine, 'x'), 'REVIEW_EDIT_ALL'],
    ['the review status alone', change(user('REVIEW_STATUS_EDIT'), clip, 'reviewStatus'), undefined],
    ['the status by a visitor', change(visitor(['REVIEW_STATUS_EDIT']), clip, 'reviewStatus'), undefined],
    ['the status by another visitor', change(visitor(['REVIEW']), clip, 'reviewStatus'), 'REVIEW_STATUS_EDIT'],
    [
      'more by a visitor',
      change(visitor(['REVIEW_STATUS_EDIT']), clip, 'reviewStatus', 'tags'),
      'LIBRARY_UPDATE_METADATA',
    ],
    [
      'the status with LIBRARY_UPDATE_METADATA',
      change(user('LIBRARY_UPDATE_METADATA'), clip, 'reviewStatus'),
      'REVIEW_STATUS_EDIT',
    ],
    ['metadata of a clip', change(user('LIBRARY_UPDATE_METADATA'), clip, 'tags'), undefined],
    ['metadata with REVIEW_STATUS_EDIT', change(user('REVIEW_STATUS_EDIT'), clip, 'tags'), 'LIBRARY_UPDATE_METADATA'],
    ['nothing of a clip', change(user('REVIEW_STATUS_EDIT'), clip), 'LIBRARY_UPDATE_METADATA'],
    ['a subclip', change(user('LOG_EDIT'), subclip, 'name'), undefined],
    ['my subclip with REVIEW_EDIT_ALL', change(user('REVIEW_EDIT', 'REVIEW_EDIT_ALL'), subclip, 'name'), 'LOG_EDIT'],
    ['a subtitle', change(user('SUBTITLE_EDIT'), subtitle, 'label'), undefined],
    ['a subtitle with metadata rights', change(user('LIBRARY_UPDATE_METADATA'), subtitle, 'label'), 'SUBTITLE_EDIT'],
    ['a transcript', change(user('LIBRARY_UPDATE_METADATA'), transcript, 'label'), undefined],
  ])
})

describe('deleting', () => {
  const remove = (actor: Actor, row: Parameters<typeof assertMayDelete>[1]) => () => assertMayDelete(actor, row)
  check([
    ['my comment', remove(user('REVIEW_EDIT'), mine), undefined],
    ['another’s comment', remove(user('REVIEW_EDIT', 'LIBRARY_DELETE'), others), 'REVIEW_EDIT_ALL'],
    ['a clip', remove(user('LIBRARY_DELETE'), clip), undefined],
    ['a clip with metadata rights', remove(user('LIBRARY_UPDATE_METADATA'), clip), 'LIBRARY_DELETE'],
    ['a clip by a visitor', remove(visitor(['REVIEW', 'REVIEW_STATUS_EDIT']), clip), 'LIBRARY_DELETE'],
    ['a subclip', remove(user('LOG_EDIT'), subclip), undefined],
    ['a subtitle', remove(user('LOG_EDIT'), subtitle), 'SUBTITLE_EDIT'],
  ])
})
