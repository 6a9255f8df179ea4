/** Every feature that calls another host, pointed at a listener in the service's own network. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { setAccountSetting, toEvent, toProduct } from '../../src/modules/delivery/testing/planning.ts'
import { waitForWorkflow } from '../../src/modules/workflows/index.ts'
import { createServiceContext } from '../../src/platform/context.ts'
import { createClips } from '../scene/begin-upload.ts'
import { presetId } from '../scene/subtitles.ts'
import { startTestService, type TestService } from '../service.ts'
import { untilSeen } from '../until.ts'
import { buildEstate, type Estate } from './calls/estate.ts'
import { item } from './checklist.ts'

let kit: TestService
let estate: Estate
/** Listens on every address of this machine. */
let listener: Server
let port: number
let hits: string[]
before(async () => {
  hits = []
  listener = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.end('secret of the own network')
  }).listen(0, '::')
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(async () => {
  await kit.stop()
  listener.closeAllConnections()
  listener.close()
})

/** The loopback, as it can be written. */
const spellings = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  'localhost.',
]
const urls = () => spellings.map((host, index) => `http://${host}:${port}/${index}`)

test('the listener is there to be hit', async () => {
  await (await fetch(`http://127.0.0.1:${port}/reached`)).text()
  assert.deepEqual(hits.splice(0), ['/reached'])
})

describe(item(22), () => {
  // limits-16
  test('not by a webhook', async () => {
    const { webhooks } = kit.admin
    const id = kit.accountId
    const made = []
    for (const url of urls()) made.push(await webhooks.createWebhook({ id, body: { url } }).catch(() => undefined))
    await kit.admin.productions.createProduction({ body: { accountId: id, name: 'To be reported' } })
    for (const webhook of made.filter(webhook => webhook !== undefined)) {
      // Refused when it is called, at the latest: the log of what was sent tells so.
      const answers = await untilSeen('a call has been answered', async () => {
        const { items } = await webhooks.listWebhookDeliveries({ id, webhookId: webhook.id })
        const answered = items.filter(({ attempts }) => attempts > 0)
        return answered.length > 0 && JSON.stringify(answered)
      })
      assert.match(answers, /own network|ENOTFOUND|EAI_AGAIN/, webhook.url)
      await webhooks.deleteWebhook({ id, webhookId: webhook.id })
    }
    assert.deepEqual(hits, [])
  })

  // limits-16
  test('not by the notification of a bootstrap', async () => {
    for (const [index, url] of urls().entries()) {
      await setAccountSetting(kit, 'deliveryWorkspaceBootstrapWebhookUrl', url).catch(() => undefined)
      await kit.admin.events.postAccountEvents({
        id: kit.accountId,
        body: [toEvent(toProduct(`product-${index}`), { deliveryRequestTemplateGroupHandle: undefined })],
      })
    }
    const ctx = createServiceContext(kit.service.platform, 'test')
    const { results } = await kit.admin.workflows.searchRuns({ query: { q: 'objectType:WorkflowReport', rows: 100 } })
    for (const { id } of results) {
      await waitForWorkflow(ctx, String(id), AbortSignal.timeout(2000)).catch(() => undefined)
    }
    assert.deepEqual(hits, [])
  })

  // limits-16
  test('not by the address of a clip, nor of a share', async () => {
    const { member, prId, collectionId } = estate
    for (const url of urls()) {
      await createClips(member, prId, { name: 'From elsewhere', url, proxy: url, rawPath: url }).catch(() => undefined)
      const share = await member.sharing
        .createShare({ prId, id: collectionId, body: { callbackURL: url } })
        .catch(() => undefined)
      if (share) {
        const session = await estate.visit({ id: share.id, token: share.token! })
        await kit.client(await estate.identify(session)).authentication.logout()
      }
    }
    assert.deepEqual(hits, [])
  })

  // limits-16
  test('not by the address of a subtitle file', async () => {
    const { member, prId, moId } = estate
    const runs: string[] = []
    for (const [index, url] of urls().slice(0, 4).entries()) {
      const body = {
        language: ['fr', 'de', 'nl', 'it'][index]!,
        subtitlePresetId: presetId,
        importFileResource: { url },
      }
      const { workflowId } = await member.subtitles.createAdvancedSubtitle({ prId, moId, body })
      runs.push(workflowId)
    }
    for (const id of runs) {
      const report = await untilSeen('the run has ended', async () => {
        const text = JSON.stringify(await member.workflows.getWorkflow({ prId, id }))
        return /own network|"status":"(?:Failed|Completed)"/.test(text) && text
      })
      assert.doesNotMatch(report, /"status":"Completed"[^{}]*$/)
    }
    assert.deepEqual(hits, [])
  })

  test('and nothing else in the service calls out: there is one place for it', () => {
    const root = fileURLToPath(new URL('../../src/', import.meta.url))
    const known = {
      'platform/security/outbound.ts': 'the place',
      'app.ts': 'listens for a moment, to see whether its port is free',
      'platform/http/connections/end-connections.ts': 'stops listening, as servers of sockets do',
      'platform/blobs/s3/exchange.ts': 'the object store that the operator names',
      'modules/search/engines/solr/client.ts': 'the Solr that the operator names',
      'platform/database/embedded/postmaster.ts': 'the socket of our own database',
    }
    const callers = globSync('**/*.ts', { cwd: root })
      .filter(file => !/\.test\.ts$|(?:^|\/)test(?:ing)?\//.test(file))
      .filter(file => opensConnections(readFileSync(root + file, 'utf8')))
    assert.deepEqual(
      callers.filter(file => !(file in known)),
      [],
    )
  })
})

function opensConnections(text: string): boolean {
  const imports = text.matchAll(
    /^import (?:(\w+)|\{([^}]*)\}) from '(?:node:)?(?:https?|http2|net|tls|dgram|dns|undici)'/gm,
  )
  const names = Array.from(imports).flatMap(([, whole, some]) => whole ?? some!.split(',').map(name => name.trim()))
  const harmless = /^(?:|type .*|isIP|BlockList)$/
  return names.some(name => !harmless.test(name)) || /(?<![\w.])fetch\(/.test(text)
}
