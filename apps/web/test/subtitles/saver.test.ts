import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonPatch, SubtitleAnnotation, SubtitleEntry } from '@rushes/contract'
import { ServiceError } from '@rushes/contract'
import { Editing } from '../../src/subtitles/model/editing.ts'
import {
  findSlack,
  insertRow,
  mergeRows,
  removeRow,
  setMembers,
  setText,
  shiftRows,
  splitRow,
} from '../../src/subtitles/model/edits.ts'
import { toText } from '../../src/subtitles/model/rich-text.ts'
import { type Rows, toRow } from '../../src/subtitles/model/rows.ts'
import { Saver, type SubtitleStore } from '../../src/subtitles/model/saver.ts'
import { applyPatch, entry, textsOf } from './lists.ts'

/** A list that is stored, as the service keeps one; `before` runs ahead of each patch. */
interface KeptStore extends SubtitleStore {
  version: number
  entries: SubtitleEntry[]
  patches: number
  before: () => Promise<void>
}

function createStore(...entries: SubtitleEntry[]): KeptStore {
  const toAnnotation = () =>
    ({
      id: 1,
      version: store.version,
      structuredDescription: { subtitles: structuredClone(store.entries) },
    }) as SubtitleAnnotation
  const store: KeptStore = {
    version: 1,
    entries,
    patches: 0,
    before: async () => {},
    load: async () => toAnnotation(),
    async patch(version: number, patch: JsonPatch) {
      await store.before()
      if (version !== store.version) throw new ServiceError('PreconditionFailedError', 'another version')
      store.patches += 1
      store.entries = applyPatch(store.entries, patch)
      store.version += 1
      return toAnnotation()
    },
  }
  return store
}

async function openEditing(store: KeptStore) {
  const editing = new Editing(await store.load())
  const kept: unknown[] = []
  const saver = new Saver(editing, store, { keep: changes => kept.push(changes) })
  return { editing, saver, kept }
}

describe('saving', () => {
  test('two who type at once lose nothing, and both see everything', async () => {
    const store = createStore(entry(0, 10, 'one'), entry(20, 30, 'two'))
    const [ann, bob] = [await openEditing(store), await openEditing(store)]
    ann.editing.change(setText(ann.editing.rows.value, ann.editing.rows.value[0]!.key, 'ann'))
    bob.editing.change(setText(bob.editing.rows.value, bob.editing.rows.value[1]!.key, 'bob'))
    await Promise.all([ann.saver.flush(), bob.saver.flush()])
    assert.deepEqual(textsOf(store.entries.map(toRow)), ['0-10 ann', '20-30 bob'])
    ann.saver.learn(store.version)
    bob.saver.learn(store.version)
    await Promise.all([ann.saver.flush(), bob.saver.flush()])
    for (const { editing, saver } of [ann, bob]) {
      assert.deepEqual(textsOf(editing.rows.value), ['0-10 ann', '20-30 bob'])
      assert.equal(saver.state.value, 'saved')
      saver.stop()
    }
  })

  test('splitting, joining, shifting and deleting are stored, and undone one by one', async () => {
    const home = { start: 100, end: 150, textParts: [{ content: 'At home', style: { italic: true } }] }
    const store = createStore(entry(10, 60, 'Where were you last night'), home)
    const { editing, saver } = await openEditing(store)
    const before = structuredClone(store.entries)
    const { rows } = editing
    const [first, second] = rows.value.map(({ key }) => key)
    const split = ['10-39 Where were you', '39-60 last night', '100-150 At home']
    const joined = ['10-60 Where were you\nlast night', '100-150 At home']
    const shifted = ['40-90 Where were you\nlast night', '130-180 At home']
    const assertStored = async (...texts: string[]) => {
      await saver.flush()
      assert.deepEqual(textsOf(store.entries.map(toRow)), texts)
    }
    editing.change(splitRow(rows.value, first!, 15)!.rows)
    await assertStored(...split)
    editing.change(mergeRows(rows.value, first!)!)
    await assertStored(...joined)
    // Further they would leave the clip.
    assert.deepEqual(findSlack(rows.value, 0, 500), { back: 10, on: 350 })
    editing.change(shiftRows(rows.value, 0, 30))
    await assertStored(...shifted)
    editing.change(removeRow(rows.value, second!))
    await assertStored(shifted[0]!)
    for (const texts of [shifted, joined, split]) {
      editing.undo()
      await assertStored(...texts)
    }
    editing.undo()
    await saver.flush()
    assert.deepEqual([store.entries, editing.canUndo], [before, false])
    for (let step = 0; step < 4; step++) editing.redo()
    await assertStored(shifted[0]!)
    saver.stop()
  })

  test('what is typed while a patch is on its way is kept and sent after it', async () => {
    const store = createStore(entry(0, 10, 'one'))
    const { editing, saver } = await openEditing(store)
    const { key } = editing.rows.value[0]!
    store.before = async () => {
      store.before = async () => {}
      editing.change(setText(editing.rows.value, key, 'one two three'))
    }
    editing.change(setText(editing.rows.value, key, 'one two'))
    await saver.flush()
    assert.deepEqual([textsOf(store.entries.map(toRow)), store.patches], [['0-10 one two three'], 2])
    saver.stop()
  })

  test('without a connection edits are kept, and sent once there is one', async () => {
    const store = createStore(entry(0, 10, 'one'))
    const { editing, saver, kept } = await openEditing(store)
    store.before = async () => {
      throw new TypeError('Failed to fetch')
    }
    editing.change(setText(editing.rows.value, editing.rows.value[0]!.key, 'kept'))
    await saver.flush()
    assert.equal(saver.state.value, 'offline')
    const changes = kept.at(-1) as { after: SubtitleEntry }[]
    assert.deepEqual(
      changes.map(({ after }) => toText(after.textParts)),
      ['kept'],
    )
    saver.stop()
    // The page was closed: the next one finds the draft, while somebody has changed the times.
    store.before = async () => {}
    store.entries = [entry(0, 12, 'one')]
    store.version = 7
    const editingAgain = new Editing(await store.load(), changes)
    const saverAgain = new Saver(editingAgain, store, { keep: () => {} })
    await saverAgain.flush()
    assert.deepEqual(textsOf(store.entries.map(toRow)), ['0-12 kept'])
    saverAgain.stop()
  })

  test('a patch whose answer got lost is not stored twice', async () => {
    const store = createStore(entry(0, 10, 'one'))
    const { editing, saver } = await openEditing(store)
    const patch = store.patch
    store.patch = async (version, operations) => {
      store.patch = patch
      await patch(version, operations)
      throw new TypeError('Failed to fetch')
    }
    const added = insertRow(editing.rows.value, entry(20, 30, 'new'))
    editing.change(added.rows)
    await saver.flush()
    assert.equal(saver.state.value, 'offline')
    editing.change(setText(editing.rows.value, added.key, 'new and more'))
    await saver.flush()
    assert.equal(saver.state.value, 'saved')
    assert.deepEqual(textsOf(store.entries.map(toRow)), ['0-10 one', '20-30 new and more'])
    saver.stop()
  })

  test('what was regenerated is undone as one step, even if its events arrived before its end', async () => {
    const store = createStore(entry(0, 20, 'before'))
    const { editing, saver } = await openEditing(store)
    const storeAnew = async (...entries: SubtitleEntry[]) => {
      store.entries = entries
      store.version += 1
      saver.learn(store.version)
      await saver.flush()
    }
    await saver.remake(async () => {
      await storeAnew()
      await storeAnew(entry(25, 75, 'Good evening'))
      return 'done'
    })
    assert.deepEqual(textsOf(editing.rows.value), ['25-75 Good evening'])
    editing.undo()
    assert.equal(editing.canUndo, false)
    await saver.flush()
    assert.deepEqual(textsOf(store.entries.map(toRow)), ['0-20 before'])
    await storeAnew(entry(30, 40, 'by somebody else'))
    editing.undo()
    assert.deepEqual(textsOf(editing.rows.value), ['30-40 by somebody else'])
    saver.stop()
  })

  test('an entry that the service refuses keeps no other from being saved, and is tried again once it is changed', async () => {
    const store = createStore(entry(0, 10, 'one'), entry(20, 30, 'two'))
    const { editing, saver } = await openEditing(store)
    const [first, second] = editing.rows.value.map(({ key }) => key)
    store.before = async () => {
      store.before = async () => {}
      throw new ServiceError('ValidationError', 'no', [
        { path: '/structuredDescription/subtitles/1/region', message: 'is no region' },
      ])
    }
    editing.change(setText(setMembers(editing.rows.value, second!, { region: 'moon' }), first!, 'good'))
    await saver.flush()
    assert.equal(saver.state.value, 'held')
    assert.deepEqual([...editing.refusals.value], [[second, 'is no region']])
    assert.deepEqual(textsOf(store.entries.map(toRow)), ['0-10 good', '20-30 two'])
    editing.change(setMembers(editing.rows.value, second!, { region: undefined, end: 31 }))
    await saver.flush()
    assert.deepEqual([saver.state.value, textsOf(store.entries.map(toRow))[1]], ['saved', '20-31 two'])
    saver.stop()
  })

  test('a fault of what is stored, which nobody here can fix, is reported after one more try', async () => {
    const store = createStore(entry(0, 10, 'one'), entry(20, 30, 'two'))
    const { editing, saver } = await openEditing(store)
    let tries = 0
    store.before = async () => {
      tries += 1
      throw new ServiceError('ValidationError', 'The second is wrong', [
        { path: '/structuredDescription/subtitles/1/region', message: 'is no region' },
      ])
    }
    editing.change(setText(editing.rows.value, editing.rows.value[0]!.key, 'good'))
    await saver.flush()
    assert.deepEqual([saver.state.value, saver.problem.value, tries], ['refused', 'The second is wrong', 2])
    saver.stop()
  })

  test('of many entries that the service refuses one by one, none is said to be saved before all are known', async () => {
    const store = createStore(...Array.from({ length: 30 }, (_, index) => entry(index, index + 1, 'old')))
    const { editing, saver } = await openEditing(store)
    const patch = store.patch
    store.patch = async (version, operations) => {
      const faulty = applyPatch(store.entries, operations).findIndex(({ region }) => region === 'moon')
      if (faulty < 0) return patch(version, operations)
      const path = `/structuredDescription/subtitles/${faulty}/region`
      throw new ServiceError('ValidationError', 'no', [{ path, message: 'is no region' }])
    }
    const [good, ...bad] = editing.rows.value.map(({ key }) => key)
    let rows: Rows = setText(editing.rows.value, good!, 'good')
    for (const key of bad) rows = setMembers(rows, key, { region: 'moon' })
    editing.change(rows)
    await saver.flush()
    assert.deepEqual([saver.state.value, store.patches], ['waiting', 0])
    // It goes on by itself.
    await new Promise<void>(resolve => saver.state.subscribe(state => state === 'held' && resolve()))
    assert.deepEqual([store.patches, editing.refusals.value.size], [1, bad.length])
    assert.equal(textsOf(store.entries.map(toRow))[0], '0-1 good')
    saver.stop()
  })

  for (const [type, state] of [
    ['NotFoundError', 'gone'],
    ['ForbiddenError', 'refused'],
  ] as const) {
    test(`news that cannot be had (${type}) is asked for once, until there is other news`, async () => {
      const store = createStore(entry(0, 10, 'one'))
      const { saver } = await openEditing(store)
      let loads = 0
      store.load = async () => {
        loads += 1
        throw new ServiceError(type, 'no')
      }
      const settle = () => new Promise(resolve => setTimeout(resolve, 50))
      saver.learn(2)
      await settle()
      assert.deepEqual([saver.state.value, loads], [state, 1])
      saver.learn(3)
      await settle()
      assert.equal(loads, 2)
      saver.stop()
    })
  }

  test('a conflict is decided by people; undoing brings back only what one did oneself', async () => {
    const store = createStore(entry(0, 10, 'one'), entry(20, 30, 'two'))
    const { editing, saver } = await openEditing(store)
    const [first] = editing.rows.value.map(({ key }) => key)
    store.entries = [entry(0, 10, 'theirs'), entry(20, 30, 'their two')]
    store.version = 2
    editing.change(setText(editing.rows.value, first!, 'mine'))
    await saver.flush()
    assert.deepEqual([saver.state.value, ...editing.conflicts.value], ['held', first])
    assert.deepEqual(textsOf(store.entries.map(toRow)), ['0-10 theirs', '20-30 their two'])
    editing.takeTheirs(first!)
    await saver.flush()
    assert.deepEqual(textsOf(editing.rows.value), ['0-10 theirs', '20-30 their two'])
    editing.undo()
    editing.keepMine(first!)
    await saver.flush()
    assert.deepEqual(textsOf(store.entries.map(toRow)), ['0-10 mine', '20-30 their two'])
    saver.stop()
  })
})
