import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preDeliveryStatuses } from '@rushes/contract'
import { type ClipState, isReady, toDraftStatus, toLeast, toPreDeliveryStatus } from './policy.ts'

// delivery-21
test('`allClipsPreDeliveryStatus` follows a clip from its upload to its probe', () => {
  const clip = (state: Partial<ClipState>) =>
    toPreDeliveryStatus({ exists: true, hasOriginal: false, isProbed: false, hasProbeFailed: false, ...state })
  assert.equal(clip({}), 'TransferStarted')
  assert.equal(clip({ hasOriginal: true }), 'TransferCompleted')
  assert.equal(clip({ hasOriginal: true, hasProbeFailed: true }), 'ProbeFailed')
  assert.equal(clip({ hasOriginal: true, isProbed: true, hasProbeFailed: true }), 'ProbeCompleted')
  assert.equal(clip({ exists: false }), 'TransferFailed')
})

// delivery-21
test('all clips are as far as the one that is least far, whatever their order', () => {
  for (const status of preDeliveryStatuses) {
    assert.equal(toLeast([status]), status)
    assert.equal(toLeast([status, 'LinkCompleted']), status)
    assert.equal(toLeast(['LinkCompleted', status, 'LinkCompleted']), status)
  }
  assert.equal(toLeast(['ProbeCompleted', 'TransferStarted', 'ProbeFailed']), 'ProbeFailed')
  assert.equal(toLeast([]), undefined)
  assert.deepEqual([undefined, ...preDeliveryStatuses].filter(isReady), [undefined, 'ProbeCompleted', 'LinkCompleted'])
})

// delivery-16
test('what is not submitted is Open while it is empty, then a Draft, or DraftFailed with a clip that failed', () => {
  assert.equal(toDraftStatus(true, undefined), 'Open')
  assert.equal(toDraftStatus(false, 'TransferStarted'), 'Draft')
  const failed = preDeliveryStatuses.filter(status => toDraftStatus(false, status) === 'DraftFailed')
  assert.deepEqual(failed, ['TransferFailed', 'ProbeFailed', 'LinkFailed'])
})
