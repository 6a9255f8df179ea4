import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryRequest, DeliveryRequestSubmission } from '@rushes/contract'
import {
  type Asked,
  byDueDate,
  findMissing,
  isOnShelf,
  listSteps,
  mayBegin,
  mayRedeliver,
  toBeginning,
  toDue,
} from '../../src/deliveries/standing.ts'

const ask = (
  request: Partial<DeliveryRequest> = {},
  ...submissions: readonly Partial<DeliveryRequestSubmission>[]
): Asked => ({
  request: { id: 1, activeStatus: 'Active', ...request } as DeliveryRequest,
  submissions: submissions.map(
    (submission, at) => ({ id: at + 1, activeStatus: 'Active', ...submission }) as DeliveryRequestSubmission,
  ),
})

test('a request is late by days of the calendar, and soon is today or tomorrow, whatever the hours', () => {
  const now = new Date(2026, 10, 29, 23, 30).getTime()
  const at = (day: number, hour: number) => {
    const { key, days, isLate, isSoon } = toDue(new Date(2026, 10, day, hour).getTime(), now)
    return [key, days, isLate, isSoon]
  }
  assert.deepEqual(at(27, 12), ['lateDays', 2, true, false])
  assert.deepEqual(at(29, 18), ['lateToday', 0, true, false])
  assert.deepEqual(at(30, 0), ['dueTomorrow', 1, false, true])
  assert.deepEqual(at(31, 9), ['dueOn', 2, false, false])
  const morning = new Date(2026, 10, 29, 8).getTime()
  assert.equal(toDue(now, morning).key, 'dueToday')
  assert.deepEqual(
    [ask({ id: 3 }), ask({ id: 2, deliveryDate: now }), ask({ id: 4, deliveryDate: morning })]
      .toSorted(byDueDate)
      .map(({ request }) => request.id),
    [4, 2, 3],
  )
})

test('a manager has what waits for a decision, a supplier what waits for a delivery, and closed ones are apart', () => {
  const shelvesOf = (asked: Asked) =>
    [true, false].map(mayManage =>
      (['open', 'turn', 'closed'] as const).filter(shelf => isOnShelf(asked, shelf, mayManage)).join(),
    )
  assert.deepEqual(shelvesOf(ask()), ['open', 'open,turn'])
  assert.deepEqual(shelvesOf(ask({}, { submissionStatus: 'AwaitingReview' })), ['open,turn', 'open'])
  assert.deepEqual(shelvesOf(ask({}, { submissionStatus: 'Rejected' })), ['open', 'open,turn'])
  assert.deepEqual(shelvesOf(ask({}, { submissionStatus: 'DeliveryFailed' })), ['open,turn', 'open,turn'])
  assert.deepEqual(shelvesOf(ask({}, { submissionStatus: 'Accepted' })), ['closed', 'closed'])
  assert.deepEqual(shelvesOf(ask({ activeStatus: 'Archived' }, { submissionStatus: 'AwaitingReview' })), [
    'closed',
    'closed',
  ])
})

test('another submission may begin exactly where the service takes it', () => {
  assert.ok(mayBegin(ask()))
  assert.ok(mayBegin(ask({}, { submissionStatus: 'Rejected' }, { submissionStatus: 'DeliveryFailed' })))
  assert.ok(!mayBegin(ask({}, { submissionStatus: 'Rejected' }, { submissionStatus: 'Draft' })))
  assert.ok(!mayBegin(ask({}, { submissionStatus: 'Accepted' })))
  assert.ok(mayBegin(ask({}, { submissionStatus: 'Draft', activeStatus: 'Archived' })))
  assert.ok(mayBegin(ask({ allowMultipleSubmissions: true }, { submissionStatus: 'Draft' })))
  assert.ok(!mayBegin(ask({ allowMultipleSubmissions: true, activeStatus: 'Archived' })))
})

test('a failed delivery is repeated unless another submission has taken its place, or it is archived', () => {
  const failed = { submissionStatus: 'DeliveryFailed' } as const
  const mayRepeat = (asked: Asked) => asked.submissions.slice(-1).every(one => mayRedeliver(asked, one))
  assert.ok(mayRepeat(ask({}, failed)))
  assert.ok(mayRepeat(ask({}, { submissionStatus: 'Rejected' }, failed)))
  assert.ok(!mayRepeat(ask({}, { submissionStatus: 'Draft' }, failed)))
  assert.ok(mayRepeat(ask({ allowMultipleSubmissions: true }, { submissionStatus: 'Draft' }, failed)))
  assert.ok(!mayRepeat(ask({ activeStatus: 'Archived' }, failed)))
  assert.ok(!mayRepeat(ask({}, { ...failed, activeStatus: 'Archived' })))
  assert.ok(!mayRepeat(ask({}, { submissionStatus: 'AwaitingReview' })))
})

test('what is needed and empty is named by its label; false and 0 are values', () => {
  const fields = {
    minutes: { type: 'INTEGER' as const, required: true },
    clean: { type: 'BOOLEAN' as const, required: true, label: 'Without music' },
    note: { label: 'Note' },
  }
  assert.deepEqual(findMissing(fields, {}), { needed: 2, missing: ['minutes', 'Without music'] })
  assert.deepEqual(findMissing(fields, { minutes: 0, clean: false }), { needed: 2, missing: [] })
  assert.deepEqual(findMissing(fields, { minutes: '', clean: null }).missing.length, 2)
})

test('the steps of a submission end where it is or where it failed', () => {
  const steps = (submission: Partial<DeliveryRequestSubmission>) =>
    listSteps(submission as DeliveryRequestSubmission).map(({ state }) => state[0])
  assert.equal(steps({ submissionStatus: 'Draft' }).join(''), 'ctttt')
  assert.equal(steps({ submissionStatus: 'DraftFailed' }).join(''), 'cfttt')
  assert.equal(steps({ submissionStatus: 'AwaitingReview' }).join(''), 'ddddc')
  assert.equal(steps({ submissionStatus: 'Accepted' }).join(''), 'ddddd')
  assert.equal(steps({ submissionStatus: 'DeliveryFailed' }).join(''), 'dddft')
  assert.equal(steps({ submissionStatus: 'Rejected', autoValidationStatus: 'Accepted' }).join(''), 'ddddf')
  assert.equal(steps({ submissionStatus: 'Rejected', autoValidationStatus: 'Rejected' }).join(''), 'ddftt')
})

test('where the request wants it the next submission begins with the last one, as far as the form still has fields', () => {
  const last = {
    formFieldValues: { minutes: 3, gone: 'x' },
    attachedAnnotations: [{ id: 5, mediaObjectId: 7 }, { id: 6 }],
    submissionComments: 'First try',
  }
  const formFieldsDefinition = { fields: { minutes: {} } }
  assert.deepEqual(toBeginning(ask({ formFieldsDefinition }, last)), {})
  assert.deepEqual(toBeginning(ask({ continueFromPreviousSubmission: true })), {})
  assert.deepEqual(toBeginning(ask({ continueFromPreviousSubmission: true, formFieldsDefinition }, last, {})), {
    formFieldValues: { minutes: 3 },
    attachedAnnotations: [{ mediaObjectId: 7 }],
  })
})
