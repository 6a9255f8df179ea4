import { after, before, test } from 'node:test'
import { browserIsMissing, closePagesOfTests } from '../../browser.ts'
import { createReviewScene, type ReviewScene } from '../../review/scene.ts'
import { addLinkedFilm, followLinks, type LinkedFilm } from './linked-film.ts'

const skip = browserIsMissing
const loads = 50

/** The tests of a file that follows links of one kind. */
export function testLinks(kind: 'frame' | 'comment'): void {
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
    test(`${loads} links to a ${kind} show exactly that frame, with a ${cache} cache`, { skip }, () =>
      followLinks(scene, film, cache, kind),
    )
  }
}
