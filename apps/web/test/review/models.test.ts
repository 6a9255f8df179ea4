import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toDraft } from '../../src/clip/clip-record.ts'
import { Describing } from '../../src/clip/metadata/describing.ts'
import { groupPins } from '../../src/player/timeline/groups.ts'
import { fit, follow, listTicks, pan, toPercent, zoom } from '../../src/player/timeline/view.ts'
import type { Thread } from '../../src/review/comments/comments.ts'
import { findNext, sortThreads } from '../../src/review/comments/filters.ts'
import { moveBox, Sketch } from '../../src/review/drawing/sketch.ts'
import { toPath } from '../../src/review/drawing/stroke-paths.ts'
import {
  boxToStrokes,
  findBounds,
  hasRoom,
  maxStrokes,
  type Point,
  readStrokes,
  type Stroke,
  simplify,
} from '../../src/review/drawing/strokes.ts'

const stroke = (points: readonly Point[], more: Partial<Stroke> = {}): Stroke => ({
  kind: 'pen',
  color: '#ff0000',
  width: 1,
  points,
  ...more,
})

describe('strokes', () => {
  test('are read as they were stored; what is none is left out, an unknown colour becomes one of ours', () => {
    const stored = [
      {
        kind: 'arrow',
        color: '#00ff00',
        width: 2,
        points: [
          [1, 2],
          [3, 4],
        ],
      },
      { color: 'red', width: 1, points: [1, 2, 3, 4] },
      { color: 'url(https://example.org)', width: -1, points: [[5, 5, 0.5]] },
      { kind: 'text', color: 'white', width: 1, points: [[5, 5]], text: 'Here' },
      { kind: 'circle', points: [] },
      'nothing',
    ]
    const read = readStrokes(stored)
    assert.deepEqual(
      read.map(({ kind, points }) => [kind, points]),
      [
        [
          'arrow',
          [
            [1, 2],
            [3, 4],
          ],
        ],
        [
          'pen',
          [
            [1, 2],
            [3, 4],
          ],
        ],
        ['pen', [[5, 5]]],
        ['text', [[5, 5]]],
      ],
    )
    assert.match(read[2]?.color ?? '', /^#/)
    assert.ok((read[2]?.width ?? 0) > 0)
    assert.deepEqual(readStrokes('nothing'), [])
  })

  test('of a hand have few points, which lie where it was', () => {
    const line = Array.from({ length: 500 }, (_, index): Point => [index / 5, 50])
    assert.deepEqual(simplify(line), [line[0], line.at(-1)])
    const wave = Array.from({ length: 5000 }, (_, index): Point => [index / 50, 50 + 20 * Math.sin(index / 20)])
    const simple = simplify(wave)
    assert.ok(simple.length <= 240, String(simple.length))
    assert.deepEqual([simple[0], simple.at(-1)], [wave[0], wave.at(-1)])
  })

  test('of one comment are as many as the service accepts, in a box that holds them all', () => {
    const short = stroke([
      [10, 20],
      [30, 5],
    ])
    assert.ok(hasRoom(Array.from({ length: maxStrokes - 1 }, () => short)))
    assert.ok(!hasRoom(Array.from({ length: maxStrokes }, () => short)))
    const long = stroke(Array.from({ length: 240 }, (): Point => [1, 1]))
    assert.ok(!hasRoom(Array.from({ length: 8 }, () => long)))
    assert.deepEqual(findBounds([short, stroke([[5, 40]])]), { x: 5, y: 5, width: 25, height: 35 })
    assert.equal(findBounds([]), undefined)
  })

  test('are drawn by their kind, in the shape of the picture', () => {
    assert.equal(
      toPath(
        stroke(
          [
            [10, 20],
            [30, 40],
          ],
          { kind: 'line' },
        ),
        2,
      ),
      'M20 20L60 40',
    )
    assert.equal(
      toPath(
        stroke(
          [
            [10, 20],
            [30, 40],
          ],
          { kind: 'box' },
        ),
        2,
      ),
      'M20 20H60V40H20Z',
    )
    assert.match(
      toPath(
        stroke(
          [
            [10, 20],
            [30, 20],
          ],
          { kind: 'arrow' },
        ),
        2,
      ),
      /^M20 20L60 20M.+L60 20L.+$/,
    )
    assert.equal(toPath(stroke([[10, 20]]), 2), 'M20 20h0.01')
    assert.equal(toPath(stroke([[10, 20]], { kind: 'text' }), 2), '')
    const [dot] = boxToStrokes({ x: 40, y: 60, width: 0, height: 0 })
    assert.deepEqual(dot?.points, [[40, 60]])
    const [box] = boxToStrokes({ x: 10, y: 20, width: 30, height: 40 })
    assert.deepEqual(
      [box?.kind, box?.points],
      [
        'box',
        [
          [10, 20],
          [40, 60],
        ],
      ],
    )
  })

  test('are undone one by one; a box of the keys stays on the picture', () => {
    const sketch = new Sketch()
    sketch.open()
    sketch.add(
      sketch.create(
        [
          [1, 1],
          [2, 2],
        ],
        'arrow',
      ),
    )
    sketch.beginKeyBox()
    sketch.endKeyBox()
    assert.deepEqual(
      sketch.strokes.value.map(({ kind }) => kind),
      ['arrow', 'box'],
    )
    sketch.undo()
    assert.equal(sketch.strokes.value.length, 1)
    sketch.close()
    assert.equal(sketch.strokes.value.length, 1)
    sketch.clear()
    assert.ok(sketch.isEmpty.value)
    assert.deepEqual(
      moveBox(
        [
          [0, 10],
          [20, 30],
        ],
        'ArrowLeft',
        false,
      ),
      [
        [0, 10],
        [20, 30],
      ],
    )
    assert.deepEqual(
      moveBox(
        [
          [0, 10],
          [20, 30],
        ],
        'ArrowDown',
        false,
      ),
      [
        [0, 11],
        [20, 31],
      ],
    )
    assert.deepEqual(
      moveBox(
        [
          [0, 10],
          [1, 30],
        ],
        'ArrowLeft',
        true,
      ),
      [
        [0, 10],
        [1, 30],
      ],
    )
    assert.deepEqual(
      moveBox(
        [
          [0, 10],
          [20, 30],
        ],
        'ArrowRight',
        true,
      ),
      [
        [0, 10],
        [21, 30],
      ],
    )
  })
})

describe('the view of a time line', () => {
  test('is zoomed at a frame, which stays where it was, and ends at the film', () => {
    const whole = { from: 0, to: 1000 }
    const near = zoom(whole, 1000, 250, 2)
    assert.deepEqual(near, { from: 125, to: 625 })
    assert.equal(toPercent(near, 250), 25)
    assert.deepEqual(zoom(near, 1000, 250, 0.1), whole)
    assert.deepEqual(zoom(whole, 1000, 0, 1e9), { from: 0, to: 24 })
    assert.deepEqual(zoom({ from: 0, to: 10 }, 10, 5, 2), { from: 0, to: 10 })
    assert.deepEqual(pan(near, 1000, 10_000), { from: 500, to: 1000 })
    assert.deepEqual(pan(near, 1000, -10_000), { from: 0, to: 500 })
    assert.deepEqual(fit(near, 1000, 300), { from: 0, to: 300 })
  })

  test('of a film that is measured while it is shown is the whole, unless it was zoomed', () => {
    assert.deepEqual(fit({ from: 0, to: 1 }, 1, 3000), { from: 0, to: 3000 })
    assert.deepEqual(fit({ from: 0, to: 500 }, 1000, 3000), { from: 0, to: 500 })
    assert.deepEqual(fit({ from: 500, to: 1000 }, 1000, 3000), { from: 500, to: 1000 })
  })

  test('follows a film that plays out of it', () => {
    const view = { from: 100, to: 200 }
    assert.equal(follow(view, 1000, 150), view)
    assert.deepEqual(follow(view, 1000, 200), { from: 190, to: 290 })
    assert.deepEqual(follow(view, 1000, 999), { from: 900, to: 1000 })
  })

  test('has a ruler with round timecodes, never closer than they are wide', () => {
    const hour = listTicks({ from: 0, to: 90_000 }, 1000, 25, 0)
    assert.deepEqual(hour.slice(0, 3), [0, 15_000, 30_000])
    // The clip begins two seconds after a full minute.
    assert.deepEqual(listTicks({ from: 0, to: 500 }, 1000, 25, 1550), [75, 200, 325, 450])
    assert.deepEqual(listTicks({ from: 0, to: 24 }, 1000, 25, 0), [0, 5, 10, 15, 20])
  })

  test('has markers on each other in one group', () => {
    const pin = (id: number, frame: number) => ({ id, frame, label: '', onChoose: () => {} })
    const groups = groupPins([pin(3, 40), pin(1, 0), pin(2, 9), pin(4, 10)], 10)
    assert.deepEqual(
      groups.map(group => group.map(({ id }) => id)),
      [[1, 2], [4], [3]],
    )
  })
})

describe('comments', () => {
  const thread = (id: number, start: number, created = id) => ({ id, start, created, replies: [] }) as unknown as Thread
  const threads = [thread(1, 10, 3), thread(2, 10, 1), thread(3, 40, 2)]

  test('follow one another by the keys, also at the same frame', () => {
    const next = (frame: number, chosen: number | undefined, by: 1 | -1) => findNext(threads, { frame, chosen }, by)?.id
    assert.deepEqual([next(0, undefined, 1), next(10, 1, 1), next(10, 2, 1), next(40, 3, 1)], [1, 2, 3, undefined])
    assert.deepEqual([next(50, undefined, -1), next(40, 3, -1), next(10, 2, -1)], [3, 2, 1])
    // Somebody has gone elsewhere meanwhile.
    assert.equal(next(20, 1, 1), 3)
  })

  test('are ordered by their frames or by when they were written', () => {
    const ids = (order: 'time' | 'newest' | 'oldest') => sortThreads(threads, order).map(({ id }) => id)
    assert.deepEqual(
      [ids('time'), ids('newest'), ids('oldest')],
      [
        [1, 2, 3],
        [1, 3, 2],
        [2, 3, 1],
      ],
    )
  })
})

test('a drawing belongs to the frame where it was begun, until all of it is undone', () => {
  let frame = 10
  const sketch = new Sketch(() => frame)
  const draw = () => {
    sketch.begin()
    sketch.add(sketch.create([[1, 1]]))
  }
  draw()
  frame = 20
  draw()
  const { frame: drawnAt, strokes } = sketch.toStored()
  assert.equal(drawnAt, 10)
  sketch.undo()
  sketch.undo()
  draw()
  assert.equal(sketch.toStored().frame, 20)
  const again = new Sketch(() => frame, { frame: drawnAt, strokes })
  again.begin()
  assert.deepEqual(again.toStored(), { ...sketch.toStored(), frame: 10, strokes })
})

describe('what is typed about a clip', () => {
  let asked = 0
  const toStored = (description: string, tags: readonly string[] = []) => {
    asked += 1
    return { version: asked, askedAt: asked, draft: toDraft({ description, tags }, 'Anna') }
  }
  const open = (...stored: Parameters<typeof toStored>) => {
    const describing = new Describing(toStored(...stored))
    const read = () => describing.draft.value.texts
    const type = (texts: Readonly<Record<string, string>>) =>
      describing.type({ ...describing.draft.value, texts: { ...read(), ...texts } })
    return { describing, read, type }
  }

  test('is replaced by nothing that is read while it is on its way, early or late', () => {
    const { describing, read, type } = open('')
    const early = toStored('')
    type({ description: 'Through the window' })
    const sent = describing.draft.value
    type({ description: 'Through the window, at night' })
    describing.read(early)
    assert.equal(read().description, 'Through the window, at night')
    // It is read before the answer to the writing arrives.
    describing.read(toStored('Through the window', ['day']))
    assert.equal(read().description, 'Through the window, at night')
    const late = toStored('')
    describing.take(toStored('Through the window', ['day']), sent)
    assert.deepEqual([read().description, read().tags], ['Through the window, at night', 'day'])
    assert.equal(describing.listSteps().length, 1)
    describing.read(late)
    assert.equal(read().tags, 'day')
    // What is stored by now is not sent once more, and nothing of others is sent with it.
    assert.deepEqual(describing.toSent(early.draft, sent, 1).steps, [])
    assert.equal(describing.conflicts.value.size, 0)
  })

  test('goes with what others save; what both have changed is a question', () => {
    const { describing, read, type } = open('')
    describing.read(toStored('Theirs'))
    assert.equal(read().description, 'Theirs')
    assert.deepEqual(describing.listSteps(), [])
    type({ tags: 'wide' })
    assert.equal(describing.rebase(toStored('Theirs again')), true)
    assert.deepEqual([read().description, read().tags], ['Theirs again', 'wide'])
    type({ description: 'Mine' })
    describing.read(toStored('Theirs at last'))
    assert.equal(read().description, 'Mine')
    const newest = toStored('Theirs at last')
    assert.equal(describing.rebase(newest), false)
    assert.deepEqual([...describing.conflicts.value], [['/description', 'Theirs at last']])
    describing.takeTheirs()
    assert.deepEqual([describing.draft.value, describing.conflicts.value.size], [newest.draft, 0])
  })

  test('is put back by Escape, saved or not, or taken back, and nothing else with it', () => {
    const { describing, read, type } = open('Through the window')
    describing.enter()
    assert.equal(describing.putBack(), false)
    type({ description: 'Wrong' })
    describing.take(toStored('Wrong', ['day']), describing.draft.value)
    type({ description: 'Wrong again' })
    assert.equal(describing.putBack(), true)
    assert.deepEqual([read().description, read().tags], ['Through the window', 'day'])
    assert.equal(describing.listSteps().length, 1)
    // A change that is taken back leaves what was typed since.
    const after = describing.draft.value
    type({ tags: 'day, water' })
    describing.show(after, toStored('Cranes', ['day']).draft)
    assert.deepEqual([read().description, read().tags], ['Cranes', 'day, water'])
  })
})
