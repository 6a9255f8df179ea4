import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PagesInSight } from '../../src/platform/reading/pages-in-sight.ts'

test('what flies past is not asked for, even where the list changes meanwhile', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const asked: number[] = []
  const pages = new PagesInSight<number>(start => {
    asked.push(start)
    return new Promise(() => {})
  })
  pages.show(250, 280)
  t.mock.timers.tick(60)
  pages.reload()
  pages.show(950, 980)
  t.mock.timers.tick(60)
  pages.reload()
  assert.deepEqual(asked, [0, 0, 0])
  t.mock.timers.tick(60)
  assert.deepEqual(asked, [0, 0, 0, 900])
  pages.reload()
  assert.deepEqual(asked, [0, 0, 0, 900, 0, 900])
  pages.close()
})
