/** Links to comments, followed as often as faults of one load in a hundred need: for `npm run test:all`. */

import { after, before, test } from 'node:test'
import { browserIsMissing, closePagesOfTests } from '../../browser.ts'
import { createReviewScene, type ReviewScene } from '../../review/scene.ts'
import { addLinkedFilm, followLinks, type LinkedFilm } from './linked-film.ts'

const skip = browserIsMissing
const loads = 50
let scene: ReviewScene
let film: LinkedFilm
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  film = await addLinkedFilm(scene, loads)
})
after(() => scene?.stop())

for (const cache of ['cold', 'warm'] as const) {
  test(`${loads} links to a comment show exactly that frame, with a ${cache} cache`, { skip }, () =>
    followLinks(scene, film, cache, 'comment'),
  )
}
