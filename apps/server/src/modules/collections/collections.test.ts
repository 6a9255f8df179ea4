import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import type { CollectionType, EditorialObject } from '@rushes/contract'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_UPDATE_METADATA'] })).api
})
after(() => kit.stop())

const create = (body: Partial<EditorialObject> = {}) => api.collections.createCollection({ prId, body })

describe('a new collection', () => {
  // collections-1
  test('is a Notebook unless objectType says otherwise, and has its members by default', async () => {
    const notebook = await create({ title: 'Rushes of Monday' })
    assert.equal(notebook.objectType, 'Notebook')
    assert.equal(notebook.title, 'Rushes of Monday')
    assert.equal(notebook.version, 1)
    assert.equal(notebook.productionId, prId)
    assert.deepEqual(notebook.customFields, {})
    assert.deepEqual(notebook.systemFields, {})
    assert.ok(!('parentId' in notebook) && !('funnel' in notebook), 'absent members are left out')
  })

  // collections-2
  test('keeps the subtype hint funnel as it came', async () => {
    for (const funnel of ['SelectionShare', 'Delivery.Series', 'something else']) {
      assert.equal((await create({ funnel })).funnel, funnel)
    }
  })

  // collections-5
  test('is put on the shelf of its kind, of its parent, or on the one it names', async () => {
    const { items: categories } = await kit.admin.productions.listCategories({ prId })
    const idOf = (type: string) => categories.find(category => category.type === type)!.id
    assert.equal((await create()).categoryId, idOf('DEFAULT_NOTEBOOK'))
    const episode = await create({ objectType: 'Episode' })
    assert.equal(episode.categoryId, idOf('DEFAULT_EPISODE'))
    assert.equal((await create({ objectType: 'Scene', parentId: episode.id })).categoryId, idOf('DEFAULT_EPISODE'))
    assert.equal((await create({ objectType: 'Story' })).categoryId, idOf('DEFAULT_STORY'))
    const own = await kit.admin.productions.createCategory({ prId, body: { name: 'Own' } })
    const notebook = await create({ categoryId: own.id })
    assert.equal(notebook.categoryId, own.id)
    assert.equal((await create({ objectType: 'Draft', parentId: notebook.id })).categoryId, own.id)
    const read = await api.collections.getCollection({ prId, id: notebook.id, query: { includeCategoryName: true } })
    assert.equal(read.categoryName, 'Own')
    const elsewhere = await kit.createProduction()
    const [foreign] = (await kit.admin.productions.listCategories({ prId: elsewhere.id })).items
    await assert.rejects(create({ categoryId: foreign!.id }), breaks('/categoryId'))
  })

  // collections-6
  test('"DEFAULT_STORY holds Story+StoryPart": a category takes collections of its kinds alone', async () => {
    const { id: prId } = await kit.createProduction()
    await kit.admin.productions.createCategory({ prId, body: { name: 'Own' } })
    const { items: categories } = await kit.admin.productions.listCategories({ prId })
    const idOf = (type: string) => categories.find(category => category.type === type)!.id
    const own = idOf('USER_DEFINED')
    const taken = {
      Notebook: [own, idOf('DEFAULT_NOTEBOOK')],
      Episode: [idOf('DEFAULT_EPISODE')],
      Story: [idOf('DEFAULT_STORY')],
    }
    for (const [objectType, fitting] of Object.entries(taken) as [keyof typeof taken, number[]][]) {
      const createIt = (categoryId?: number) =>
        kit.admin.collections.createCollection({ prId, body: { objectType, ...(categoryId ? { categoryId } : {}) } })
      const { id } = await createIt()
      for (const { id: categoryId } of categories) {
        const body = [{ op: 'add' as const, path: '/categoryId', value: categoryId }]
        const patch = () => kit.admin.collections.patchCollection({ prId, id, body })
        if (fitting.includes(categoryId)) {
          assert.equal((await patch()).categoryId, categoryId)
          await createIt(categoryId)
        } else {
          await assert.rejects(patch(), breaks('/categoryId'))
          await assert.rejects(createIt(categoryId), breaks('/categoryId'))
        }
      }
    }
  })

  // collections-8
  test('refuses members that do not exist, and ignores those that the service keeps', async () => {
    await assert.rejects(create({ colour: 'red' } as never), { name: 'BadRequestError' })
    await assert.rejects(create({ objectType: 'Folder' as never }), { name: 'BadRequestError' })
    const made = await create({ id: 1, version: 99, productionId: 7, creatorId: 3, createdBy: 'me' } as never)
    assert.ok(made.id !== 1 && made.version === 1 && made.productionId === prId && made.createdBy === 'REST')
  })
})

/** Whether an error is a broken rule at this path. */
function breaks(path: string) {
  return (error: { type?: string; data?: { path: string }[] }) =>
    error.type === 'ValidationError' && error.data?.[0]?.path === path
}

describe('where a collection may stand', () => {
  const allowed: [CollectionType, CollectionType | undefined][] = [
    ['Notebook', undefined],
    ['Notebook', 'Notebook'],
    ['Draft', 'Notebook'],
    ['Episode', undefined],
    ['Scene', 'Episode'],
    ['Story', undefined],
    ['StoryPart', 'Story'],
  ]
  const types: CollectionType[] = ['Notebook', 'Draft', 'Episode', 'Scene', 'Story', 'StoryPart']
  for (const type of types) {
    // collections-2, collections-3
    test(`a ${type} stands only where the interface lets it ("only be the child of")`, async () => {
      const parents = new Map<CollectionType, number>()
      const notebook = await create()
      parents.set('Notebook', notebook.id)
      parents.set('Draft', (await create({ objectType: 'Draft', parentId: notebook.id })).id)
      const episode = await create({ objectType: 'Episode' })
      parents.set('Episode', episode.id)
      parents.set('Scene', (await create({ objectType: 'Scene', parentId: episode.id })).id)
      const story = await create({ objectType: 'Story' })
      parents.set('Story', story.id)
      parents.set('StoryPart', (await create({ objectType: 'StoryPart', parentId: story.id })).id)
      for (const parent of [undefined, ...types]) {
        const attempt = create({ objectType: type, ...(parent ? { parentId: parents.get(parent)! } : {}) })
        if (allowed.some(([child, above]) => child === type && above === parent)) {
          assert.equal((await attempt).parentId, parent && parents.get(parent))
        } else {
          await assert.rejects(attempt, { name: 'ValidationError' }, `${type} below ${parent ?? 'nothing'}`)
        }
      }
    })
  }

  // collections-4
  test('is in its own production: a parent elsewhere breaks a rule, whose path is reported', async () => {
    const elsewhere = await kit.createProduction()
    const foreign = await kit.admin.collections.createCollection({ prId: elsewhere.id, body: {} })
    await assert.rejects(create({ parentId: foreign.id }), breaks('/parentId'))
    await assert.rejects(api.collections.getCollection({ prId, id: foreign.id }), { name: 'NotFoundError' })
    await assert.rejects(api.collections.deleteCollection({ prId, id: foreign.id }), { name: 'NotFoundError' })
  })

  // collections-4
  test('is never below itself, also when two moves cross', async () => {
    const [a, b] = [await create({ title: 'a' }), await create({ title: 'b' })]
    const child = await create({ parentId: a.id })
    const move = (id: number, parentId: number) =>
      api.collections.patchCollection({ prId, id, body: [{ op: 'add', path: '/parentId', value: parentId }] })
    await assert.rejects(move(a.id, child.id), { name: 'ValidationError' })
    await assert.rejects(move(a.id, a.id), { name: 'ValidationError' })
    const outcomes = await Promise.allSettled([move(a.id, b.id), move(b.id, a.id)])
    assert.equal(outcomes.filter(outcome => outcome.status === 'fulfilled').length, 1)
  })

  // collections-7
  test('has an order, behind its siblings unless it says where; gaps are allowed', async () => {
    const parent = await create()
    const draft = (subObjects_index?: number) =>
      create({
        objectType: 'Draft',
        parentId: parent.id,
        ...(subObjects_index === undefined ? {} : { subObjects_index }),
      })
    const [first, second, late, between] = [await draft(), await draft(), await draft(100), await draft(50)]
    assert.deepEqual([first.subObjects_index, second.subObjects_index], [0, 1])
    assert.equal((await draft()).subObjects_index, 101)
    const read = await api.collections.getCollection({ prId, id: parent.id, query: { includeChildren: true } })
    assert.deepEqual(
      read.children?.map(child => child.id).slice(0, 4),
      [first, second, between, late].map(child => child.id),
    )
  })
})

describe('reading', () => {
  // collections-9
  test('a list has pages, filters and an order, and its total in the header', async () => {
    const { id } = await kit.createProduction()
    for (const title of ['c', 'a', 'b']) await kit.admin.collections.createCollection({ prId: id, body: { title } })
    const page = await kit.admin.collections.listCollections({
      prId: id,
      query: { limit: 2, offset: 1, sort: 'title asc' },
    })
    assert.deepEqual([page.items.map(item => item.title), page.total, page.offset], [['b', 'c'], 3, 1])
    const filtered = await kit.admin.collections.listCollections({ prId: id, query: { fq: ['title:a'] } })
    assert.deepEqual([filtered.items.map(item => item.title), filtered.total], [['a'], 1])
  })

  // collections-10
  test('a search finds collections by their fields and words, in this production, until they are deleted', async () => {
    const { id: prId } = await kit.createProduction()
    const { collections } = kit.admin
    const made = await collections.createCollection({
      prId,
      body: { title: 'Northern Lights', description: 'by night' },
    })
    await collections.createCollection({ prId, body: { title: 'Harbour', funnel: 'SelectionShare' } })
    const find = async (query: Parameters<typeof collections.searchCollections>[0]['query'] & object) =>
      (await collections.searchCollections({ prId, query })).results.map(result => result.title)
    assert.deepEqual(await find({ q: 'northern' }), ['Northern Lights'])
    assert.deepEqual(await find({ q: 'description:night' }), ['Northern Lights'])
    assert.deepEqual(await find({ q: '*', fq: ['funnel:SelectionShare'] }), ['Harbour'])
    assert.equal((await find({ q: '*' })).length, 2)
    await collections.patchCollection({ prId, id: made.id, body: [{ op: 'replace', path: '/title', value: 'Aurora' }] })
    assert.deepEqual(await find({ q: 'northern' }), [])
    assert.deepEqual(await find({ q: 'aurora' }), ['Aurora'])
    const before = await collections.getCollection({ prId, id: made.id })
    const gone = await collections.deleteCollection({ prId, id: made.id })
    assert.deepEqual({ ...gone, deleted: Number(gone.deleted) > 0 }, { ...before, version: 3, deleted: true })
    assert.deepEqual(await find({ q: '*' }), ['Harbour'])
  })

  // collections-11, collections-12
  test('flags add children, scenes, story parts and the parent', async () => {
    const episode = await create({ objectType: 'Episode', title: 'One' })
    const scene = await create({ objectType: 'Scene', parentId: episode.id })
    const story = await create({ objectType: 'Story' })
    const part = await create({ objectType: 'StoryPart', parentId: story.id })
    const get = (id: number, query: object) => api.collections.getCollection({ prId, id, query })
    assert.deepEqual(
      (await get(episode.id, { includeScenes: true })).scenes?.map(({ id }) => id),
      [scene.id],
    )
    assert.deepEqual(
      (await get(story.id, { includeStoryParts: true })).storyParts?.map(({ id }) => id),
      [part.id],
    )
    assert.equal((await get(scene.id, { includeParent: true })).parent?.title, 'One')
    assert.ok(!('scenes' in (await get(story.id, { includeScenes: true }))))
    assert.ok(!('parent' in (await get(scene.id, {}))))
  })
})

describe('changing', () => {
  // http-25, collections-13
  test('PUT replaces at the version it names; a stale one is 409 with the stored version', async () => {
    const made = await create({ title: 'first', abstract: 'short' })
    const changed = await api.collections.updateCollection({ prId, id: made.id, body: { ...made, title: 'second' } })
    assert.deepEqual([changed.title, changed.abstract, changed.version], ['second', 'short', 2])
    await assert.rejects(api.collections.updateCollection({ prId, id: made.id, body: made }), {
      name: 'ConflictError',
      data: { version: 2 },
    })
    const { abstract: _abstract, ...without } = changed
    const cleared = await api.collections.updateCollection({ prId, id: made.id, body: without })
    assert.ok(!('abstract' in cleared))
    await assert.rejects(
      api.collections.updateCollection({ prId, id: made.id, body: { ...cleared, objectType: 'Episode' } }),
      { name: 'ValidationError' },
    )
  })

  // http-26, collections-13
  test('of twenty PUTs with the same version one counts', async () => {
    const made = await create()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        api.collections.updateCollection({ prId, id: made.id, body: { version: 1, title: String(index) } }),
      ),
    )
    assert.equal(outcomes.filter(outcome => outcome.status === 'fulfilled').length, 1)
  })

  // collections-14
  test('PATCH is atomic and not guarded by version; a failed test is 409, a wrong shape 422', async () => {
    const made = await create({ title: 'one' })
    const patch = (...body: Parameters<typeof api.collections.patchCollection>[0]['body'] & object) =>
      api.collections.patchCollection({ prId, id: made.id, body })
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        patch({ op: 'add', path: `/customFields/field${index}`, value: { type: 'STRING', values: [index] } }),
      ),
    )
    const read = await api.collections.getCollection({ prId, id: made.id })
    assert.equal(Object.keys(read.customFields ?? {}).length, 10)
    assert.equal(read.version, 11)
    await assert.rejects(
      patch({ op: 'replace', path: '/title', value: 'two' }, { op: 'test', path: '/title', value: 'one' }),
      { name: 'ConflictError' },
    )
    await assert.rejects(patch({ op: 'replace', path: '/title', value: 5 }), { name: 'ValidationError' })
    await assert.rejects(patch({ op: 'add', path: '/version', value: 5 }), { name: 'ValidationError' })
    assert.equal((await api.collections.getCollection({ prId, id: made.id })).title, 'one')
  })

  // collections-5, collections-15
  test('a PATCH that removes custom fields empties them; one that removes the category takes the default', async () => {
    const own = await kit.admin.productions.createCategory({ prId, body: { name: 'Own' } })
    const made = await create({ categoryId: own.id, customFields: { a: { values: [1] } } })
    const patched = await api.collections.patchCollection({
      prId,
      id: made.id,
      body: [
        { op: 'remove', path: '/customFields' },
        { op: 'remove', path: '/categoryId' },
      ],
    })
    assert.deepEqual(patched.customFields, {})
    assert.equal(patched.categoryId, (await create()).categoryId)
  })

  // collections-16
  test('free-form members that cannot be kept are refused, not answered with 500', async () => {
    const nested = JSON.parse('['.repeat(80) + ']'.repeat(80))
    for (const customFields of [{ large: { values: [2 ** 53] } }, { nested }]) {
      await assert.rejects(create({ customFields }), breaks('/customFields'))
    }
  })

  // collections-3
  test('a Notebook is taken to the top by removing its parent; a Draft cannot stand there', async () => {
    const parent = await create()
    const inner = await create({ parentId: parent.id })
    const remove = (id: number) =>
      api.collections.patchCollection({ prId, id, body: [{ op: 'remove', path: '/parentId' }] })
    assert.ok(!('parentId' in (await remove(inner.id))))
    const draft = await create({ objectType: 'Draft', parentId: parent.id })
    await assert.rejects(remove(draft.id), { name: 'ValidationError' })
  })
})

// collections-18
test('every change is reported in an event of its collection', async () => {
  prId = (await kit.createProduction()).id
  api = kit.admin
  const made = await create({ title: 'told' })
  await api.collections.patchCollection({ prId, id: made.id, body: [{ op: 'add', path: '/title', value: 'again' }] })
  const clip = await createClip(kit.admin, prId, { name: 'A clip' })
  await api.collections.attachEntries({ prId, id: made.id, body: [{ mediaObjectId: clip.mediaObjectId! }] })
  await api.collections.detachEntry({ prId, id: made.id, annotationId: clip.mediaObjectAnnotationId! })
  await api.collections.deleteCollection({ prId, id: made.id })
  // From the table itself: readers of the log wait for every transaction of the database server that is still open.
  const rows = await kit.service.platform.database.selectFrom('event').select('body').orderBy('id').execute()
  const events = rows.map(row => row.body)
  assert.deepEqual(
    events.filter(event => event.editorialObjectId === made.id).map(event => event.verb),
    ['create', 'update', 'attach', 'detach', 'delete'].map(verb => `EditorialObject.${verb}`),
  )
})
