import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { EditorialObject, EventCreation, Production } from '@rushes/contract'
import { type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until, untilSeen } from '../../../../test/until.ts'
import { setAccountSetting, templateGroup, toEvent, toProduct } from '../testing/planning.ts'

let kit: TestService
let receiver: Receiver
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  await setAccountSetting(kit, 'deliveryRequestTemplateGroups', [templateGroup])
  await setAccountSetting(kit, 'deliveryWorkspaceBootstrapWebhookIncludesRequests', true)
})
beforeEach(async () => {
  receiver = await startReceiver()
  await setAccountSetting(kit, 'deliveryWorkspaceBootstrapWebhookUrl', receiver.url)
})
afterEach(() => receiver.stop())
after(() => kit.stop())

interface Notice {
  objects?: (EditorialObject & { objectType: string })[]
  error?: { error: { code: number; message: string }; externalReference?: string }[]
  errors?: Notice['error']
}

const post = (...events: EventCreation[]) => kit.admin.events.postAccountEvents({ id: kit.accountId, body: events })
const notices = async (count: number) => (await receiver.waitFor(count)).map(({ text }) => JSON.parse(text) as Notice)
async function bootstrap(event: EventCreation): Promise<Notice> {
  await post(event)
  return (await notices(1))[0]!
}
async function fail(event: EventCreation) {
  const notice = await bootstrap(event)
  assert.equal(notice.objects, undefined, '"exactly one of the success list and the error list is filled"')
  assert.deepEqual(notice.error, notice.errors, '"named `error` in the sample though described as `errors`"')
  assert.equal(notice.errors?.length, 1)
  return notice.errors![0]!
}
const workspaces = async (name: string): Promise<Production[]> =>
  (await kit.admin.productions.listProductions({ query: { rows: 10_000 } })).items.filter(
    production => production.name === name,
  )
const requestsOf = async (prId: number) =>
  (await kit.admin.delivery.listDeliveryRequests({ prId, query: { rows: 1000 } })).items

// delivery-1, delivery-2, delivery-3, delivery-4, delivery-5
describe('"a workflow runs and creates or updates productions, editorial objects and delivery requests"', () => {
  test('production of type DELIVERY, series and season as Notebooks, episodes as Drafts, with properties as customFields', async () => {
    const notice = await bootstrap(toEvent(toProduct('full', { title: 'Full' })))
    assert.equal(notice.error, undefined)
    assert.equal(notice.errors, undefined)
    const [production] = await workspaces('Full')
    assert.equal(production!.type, 'DELIVERY')
    const prId = production!.id
    const { items } = await kit.admin.collections.listCollections({ prId, query: { rows: 100 } })
    const [series, season, first, second] = items
    assert.deepEqual(
      items.map(({ objectType, funnel, title }) => [objectType, funnel, title]),
      [
        ['Notebook', 'Delivery.Series', 'The Harbour'],
        ['Notebook', 'Delivery.Season', 'Full'],
        ['Draft', 'Delivery.Episode', 'Low tide'],
        ['Draft', 'Delivery.Episode', 'High tide'],
      ],
    )
    assert.deepEqual([season!.parentId, first!.parentId, second!.parentId], [series!.id, season!.id, season!.id])
    assert.deepEqual(season!.customFields?.productionYear, {
      type: 'INTEGER',
      label: 'productionYear',
      multiValued: false,
      values: [2026],
      value: 2026,
    })
    assert.equal((first!.customFields?.externalReference as { value: string }).value, 'full-1')
    // "`objects`, a list of created or updated editorial objects (full resources …)"
    assert.deepEqual(notice.objects!.slice(0, 4), items)
    const requests = await requestsOf(prId)
    assert.deepEqual(
      notice.objects!.slice(4),
      requests.map(({ id }) => ({ id, objectType: 'DeliveryRequest' })),
    )
  })

  test('a request "for each eo matching `query`", "overrides win", "`@value` is a path lookup"', async () => {
    const event = toEvent(toProduct('asked', { title: 'Asked' }), {
      volumeAccessHandle: 'vault-7',
      supplierEmail: 'Supplier@Example.org',
    })
    await bootstrap(event)
    const prId = (await workspaces('Asked'))[0]!.id
    const requests = await requestsOf(prId)
    const { items } = await kit.admin.collections.listCollections({ prId, query: { rows: 100 } })
    const dossier = requests.find(request => request.label === 'Dossier')!
    assert.deepEqual(dossier.formFieldValues, { language: 'en', kind: 'press' })
    assert.equal(dossier.deliveryRequestType, 'press-dossier')
    assert.equal(dossier.editorialObjectId, items.find(({ funnel }) => funnel === 'Delivery.Season')!.id)
    const promos = requests.filter(request => request.label === 'Promo')
    assert.deepEqual(
      promos.map(({ group, subGroup, formFieldValues }) => [group, subGroup, formFieldValues]),
      [
        ['Video', 'Promo', { externalManifestationId: 'M-1' }],
        ['Video', 'Promo', { externalManifestationId: 'M-2' }],
      ],
    )
    // "`volumeAccessHandle` (links requests to storage credentials)"
    assert.deepEqual(new Set(requests.map(request => request.volumeAccessHandle)), new Set(['vault-7']))
    const team = (await kit.admin.productions.listParticipants({ prId, query: { rows: 10 } })).items
    const supplier = team.find(({ email }) => email?.toLowerCase() === 'supplier@example.org')
    assert.equal(supplier?.invitationState, 'PENDING')
    assert.deepEqual(supplier?.rights, ['PRODUCTION_VIEW', 'LIBRARY_VIEW', 'LIBRARY_UPLOAD'])
    const told = await untilSeen('the requests have been reported', async () => {
      const events = await kit.admin.events.listProductionEvents({ prId, query: { type: ['DeliveryRequest.create'] } })
      return events.length >= 3 && events.map(({ object }) => object?.id)
    })
    assert.deepEqual(told.toSorted(), requests.map(({ id }) => id).toSorted())
  })

  test('the same again changes nothing; what differs is updated, found by `externalReference`', async () => {
    await bootstrap(toEvent(toProduct('again', { title: 'Again' }), { supplierEmail: 'again@example.org' }))
    const prId = (await workspaces('Again'))[0]!.id
    const read = async () => ({
      objects: (await kit.admin.collections.listCollections({ prId, query: { rows: 100 } })).items,
      requests: await requestsOf(prId),
    })
    const once = await read()
    await post(toEvent(toProduct('again', { title: 'Again' }), { supplierEmail: 'again@example.org' }))
    assert.deepEqual((await notices(2))[1], { objects: [] }, '"a list of created or updated editorial objects"')
    assert.deepEqual(await read(), once)
    const changed = toProduct('again', { title: 'Renamed', category: 'Drama' })
    changed.episodes[0]!.title = 'Ebb'
    changed.episodes.push({
      externalReference: 'again-3',
      title: 'Flood',
      episodeNumber: 3,
      externalManifestationId: '',
    })
    await post(toEvent(changed))
    const updated = (await notices(3))[2]!.objects!
    const twice = await read()
    assert.deepEqual(
      updated.filter(({ funnel }) => funnel !== undefined),
      twice.objects.filter(({ title }) => title !== 'The Harbour' && title !== 'High tide'),
      '"created or updated": not what the event did not touch',
    )
    const known = new Set(once.requests.map(({ id }) => id))
    assert.deepEqual(
      updated.filter(({ funnel }) => funnel === undefined).map(({ id }) => id),
      twice.requests.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    )
    assert.equal((await kit.admin.productions.getProduction({ prId })).name, 'Renamed')
    assert.deepEqual(
      twice.objects.map(({ title, version }) => [title, version]),
      [
        ['The Harbour', 1],
        ['Renamed', 2],
        ['Ebb', 2],
        ['High tide', 1],
        ['Flood', 1],
      ],
    )
    assert.equal(twice.requests.length, once.requests.length + 1)
  })

  test('an event that is older than the last that was applied changes nothing', async () => {
    const [older] = await post(toEvent(toProduct('late', { title: 'New' })))
    await notices(1)
    const { startBootstraps } = await import('./workflow.ts')
    const { createServiceContext, inTransaction } = await import('../../../platform/context.ts')
    const stale = { ...toEvent(toProduct('late', { title: 'Old' })), id: String(Number(older!.id) - 1) }
    await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
      startBootstraps(ctx, kit.accountId, [stale as never]),
    )
    await notices(2)
    assert.equal((await workspaces('New')).length, 1)
    assert.equal((await workspaces('Old')).length, 0)
    assert.deepEqual((await notices(2))[1], { objects: [] })
  })

  test('200 concurrent bootstraps of the same product give one workspace', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        post(
          ...Array.from({ length: 10 }, () =>
            toEvent(toProduct('crowd', { title: 'Crowd' }), { supplierEmail: 'a@b.c' }),
          ),
        ),
      ),
    )
    const told = await notices(200)
    assert.deepEqual(
      told
        .map(({ objects }) => objects?.length)
        .toSorted()
        .slice(-2),
      [0, 7],
    )
    const found = await workspaces('Crowd')
    assert.equal(found.length, 1)
    const { items } = await kit.admin.collections.listCollections({ prId: found[0]!.id, query: { rows: 100 } })
    assert.deepEqual(
      items.map(({ version }) => version),
      [1, 1, 1, 1],
    )
    assert.equal((await requestsOf(found[0]!.id)).length, 3)
    const runs = (await kit.admin.workflows.listWorkflows({ prId: found[0]!.id, query: { rows: 1000 } })).items
    assert.equal(runs.filter(({ type }) => type === 'deliveryBootstrap').length, 200)
  })

  test('"the set of property names depends on the account configuration"', async () => {
    await setAccountSetting(kit, 'deliveryWorkspacePropertyNames', {
      title: 'workTitle',
      externalReference: 'ref',
      episodes: 'parts',
    })
    try {
      const product = { ref: 7001, workTitle: 'Mapped', parts: [{ ref: 'p1', workTitle: 'One' }] }
      const { objects } = await bootstrap(toEvent(product, { deliveryRequestTemplateGroupHandle: null }))
      assert.deepEqual(
        objects!.map(({ title, funnel }) => [title, funnel]),
        [
          ['Mapped', 'Delivery.Series'],
          ['One', 'Delivery.Episode'],
        ],
      )
      assert.equal((objects![0]!.customFields?.externalReference as { value: number }).value, 7001)
      const error = await (async () => {
        await post(toEvent({ ref: 'x', pressSheetID: 'PS' }))
        return (await notices(2))[1]!.errors![0]!
      })()
      assert.match(error.error.message, /workTitle: is needed/)
      assert.deepEqual(Object.keys(error).toSorted(), ['error', 'pressSheetID', 'ref'])
    } finally {
      await setAccountSetting(kit, 'deliveryWorkspacePropertyNames', {})
    }
  })
})

// delivery-6
describe('what fails is reported, and makes nothing', () => {
  test('"an unknown handle"', async () => {
    const error = await fail(toEvent(toProduct('u'), { deliveryRequestTemplateGroupHandle: 'nobody' }))
    assert.equal(error.error.code, 422)
    assert.match(error.error.message, /there is no template group "nobody"/)
    assert.equal(error.externalReference, 'u')
    assert.deepEqual(await workspaces('The Harbour, season 2'), [])
  })

  test('"a product without `title`", with the echoed request properties', async () => {
    const error = await fail(toEvent(toProduct('untitled', { title: ' ' })))
    assert.deepEqual(error, {
      error: { code: 422, message: error.error.message },
      pressSheetID: 'PS-1',
      productType: 'Season',
      externalReference: 'untitled',
    })
    assert.match(error.error.message, /object\/product\/title: is needed/)
  })

  test('properties of other types than the interface names: "(integer)", "(hh:mm:ss.mmm text)"', async () => {
    const wrong: [string, unknown, RegExp][] = [
      ['expectedNrOfEpisodes', 'two', /object\/product\/expectedNrOfEpisodes: must be an integer/],
      ['expectedNrOfEpisodes', 2.5, /expectedNrOfEpisodes: must be an integer/],
      ['seasonNumber', 'x', /seasonNumber: must be an integer/],
      ['expectedDuration', '50 min', /expectedDuration: must be a text of the form hh:mm:ss\.mmm/],
      ['expectedDuration', 3000, /expectedDuration: must be a text/],
      ['expectedDuration', '00:60:00.000', /expectedDuration: must be a text/],
      [
        'episodes',
        [{ externalReference: 'e', expectedDuration: '52:00' }],
        /episodes\/0\/expectedDuration: must be a text/,
      ],
    ]
    await post(...wrong.map(([name, value]) => toEvent(toProduct('typed', { title: 'Typed', [name]: value }))))
    const messages = (await notices(wrong.length)).map(({ errors }) => errors?.[0]?.error.message ?? '')
    for (const [, value, pattern] of wrong) {
      assert.ok(
        messages.some(message => pattern.test(message)),
        `${JSON.stringify(value)}: ${messages.join('; ')}`,
      )
    }
    assert.deepEqual(await workspaces('Typed'), [])
  })

  const giant = Array.from({ length: 2000 }, (_, place) => ({ externalReference: `e${place}` }))
  const hostile: [string, unknown][] = [
    ['no product', undefined],
    ['a list as product', []],
    ['a text as product', 'product'],
    ['episodes that are no list', toProduct('h', { episodes: { length: 1e9 } })],
    ['a giant list of episodes', toProduct('h', { episodes: giant })],
    ['an episode that is null', toProduct('h', { episodes: [null] })],
    ['two episodes of one reference', toProduct('h', { episodes: [giant[0], giant[0]] })],
    ['an object as title', toProduct('h', { title: {} })],
    ['a title that is too long', toProduct('h', { title: 'x'.repeat(600) })],
    ['no reference', toProduct('h', { externalReference: null })],
    ['a property named __proto__', JSON.parse('{"externalReference":"h","title":"Polluted","__proto__":{"a":1}}')],
    ['a property named constructor', toProduct('h', { constructor: 1 })],
    [
      'a property that is nested too deep',
      toProduct('h', { deep: JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`) }),
    ],
    [
      'an episode number that is none',
      toProduct('h', { episodes: [{ externalReference: 'e', episodeNumber: 1e300 }] }),
    ],
    ['thousands of properties', Object.fromEntries(giant.map((_, place) => [`p${place}`, 1]))],
  ]
  for (const [name, product] of hostile) {
    test(name, async () => {
      const posted = await post(toEvent(product)).catch(error => error)
      if (posted instanceof Error) return assert.ok([400, 422].includes((posted as { status?: number }).status ?? 0))
      const [notice] = await notices(1)
      assert.equal(notice!.errors?.[0]?.error.code, 422, JSON.stringify(notice))
      assert.equal(notice!.objects, undefined)
    })
  }

  test('a supplier address that is none', async () => {
    const error = await fail(toEvent(toProduct('s', { title: 'No supplier' }), { supplierEmail: 'nobody' }))
    assert.match(error.error.message, /is not an email address/)
    assert.deepEqual(await workspaces('No supplier'), [])
  })

  test('template groups that are wrong', async () => {
    const wrong: unknown[] = [
      'text',
      [{ handle: 'my_template', deliveryRequestTemplateInstances: [{ templateHandle: 'nobody' }] }],
      [
        {
          ...templateGroup,
          deliveryRequestTemplates: [{ handle: 'episodePromoVideo', group: 7 }, { handle: 'press dossier' }],
        },
      ],
    ]
    try {
      for (const [place, groups] of wrong.entries()) {
        await setAccountSetting(kit, 'deliveryRequestTemplateGroups', groups)
        await post(toEvent(toProduct(`w${place}`, { title: 'Wrong' })))
        assert.match((await notices(place + 1))[place]!.errors![0]!.error.message, /deliveryRequestTemplateGroups/)
      }
      assert.deepEqual(await workspaces('Wrong'), [])
    } finally {
      await setAccountSetting(kit, 'deliveryRequestTemplateGroups', [templateGroup])
    }
  })
})

// delivery-7
describe('the notification', () => {
  test('is sent again until it is taken, and not after', async () => {
    let calls = 0
    receiver.answer = response => response.writeHead(++calls < 2 ? 503 : 200).end()
    await post(toEvent(toProduct('retried', { title: 'Retried' })))
    await notices(2)
    const { id: prId } = (await workspaces('Retried'))[0]!
    const run = await untilSeen('the workflow has completed', async () => {
      const [run] = (await kit.admin.workflows.listWorkflows({ prId })).items
      return run?.status === 'Completed' && run
    })
    assert.equal(run.tasks.find(({ name }) => name === 'notify')?.status, 'Completed')
    assert.equal(receiver.received.length, 2)
  })

  test('follows no redirect, and does not go into the service’s own network', async () => {
    const other = await startReceiver()
    receiver.answer = response => response.writeHead(302, { location: other.url }).end()
    await post(toEvent(toProduct('away', { title: 'Away' })))
    await notices(2)
    assert.equal(other.received.length, 0)
    await other.stop()
    await setAccountSetting(kit, 'deliveryWorkspaceBootstrapWebhookUrl', 'http://10.0.0.1/')
    await post(toEvent(toProduct('inside', { title: 'Inside' })))
    const prId = (await untilSeen('there is a workspace', async () => (await workspaces('Inside'))[0])).id
    await until('the workflow gives the reason', async () => {
      const [run] = (await kit.admin.workflows.listWorkflows({ prId })).items
      return run?.taskReports.some(({ error }) => error?.message?.includes('own network')) === true
    })
  })

  test('is left out where the account names no address', async () => {
    await setAccountSetting(kit, 'deliveryWorkspaceBootstrapWebhookUrl', '')
    await post(toEvent(toProduct('quiet', { title: 'Quiet' })))
    const prId = (await untilSeen('there is a workspace', async () => (await workspaces('Quiet'))[0])).id
    const run = await untilSeen('the workflow has completed', async () => {
      const [run] = (await kit.admin.workflows.listWorkflows({ prId })).items
      return run?.status === 'Completed' && run
    })
    assert.equal(run.tasks.find(({ name }) => name === 'notify')?.status, 'Skipped')
    assert.equal(receiver.received.length, 0)
  })
})
